import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The proxy as it is installed, in a process of its own. */
export interface ProxyProcess {
  url: string;
  /** Resolves when it serves; rejects with what it said when it ends before. */
  ready: Promise<void>;
  pid: number;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

const MANIFEST = createRequire(import.meta.url).resolve('precandidate-proxy/package.json');
const MAIN = join(dirname(MANIFEST), 'dist/main.js');

export function startProxyProcess(env: Record<string, string>, port: number): ProxyProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-2_000);
      if (said.includes('ready  ')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`the proxy ended: ${said}`)));
  });
  // Killed while it starts, it never gets ready, and that is no fault.
  ready.catch(() => undefined);

  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
