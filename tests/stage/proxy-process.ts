import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { waitForLine } from './commands.ts';
import { ROOT } from './repository.ts';

/** The published proxy command in its own process. */
export interface InstalledProxy {
  url: string;
  /** Resolves when it is ready; rejects with its output when it ends before. */
  ready: Promise<void>;
  pid: number;
  /** Sends SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Of this process, without the settings of a proxy. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};
const MANIFEST = createRequire(import.meta.url).resolve('precandidate-proxy/package.json');
const MAIN = join(dirname(MANIFEST), 'dist/main.js');

export function startInstalledProxy(env: Record<string, string>, port: number): InstalledProxy {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...ENVIRONMENT, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-2_000);
      if (output.includes('ready  ')) resolve();
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    void ended.then(() => reject(new Error(`the proxy ended: ${output}`)));
  });
  // A test may kill it before it is ready.
  ready.catch(() => undefined);

  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The proxy from source in its own process. */
export interface ProxyProcess {
  url: string;
  pid: number;
  /** Its output so far, of both streams. */
  log(): string;
  /** How it ended unexpectedly, with its last output; otherwise `undefined`. */
  failure(): string | undefined;
  /** Resolves after a garbage collection. */
  collect(): Promise<void>;
  /** Sends SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
}

const ARGUMENTS = [
  '--conditions=source',
  '--expose-gc',
  `--import=${new URL('collect-garbage.ts', import.meta.url).href}`,
  'packages/proxy/src/main.ts',
];

/** Its settings are `env` alone. Rejects with its output when it does not start. */
export async function startProxyProcess(env: Record<string, string>): Promise<ProxyProcess> {
  const child = spawn(process.execPath, ARGUMENTS, {
    cwd: ROOT,
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (log += chunk.toString()));
  const ended = Promise.withResolvers<number | null>();
  let end: string | undefined;
  let isStopping = false;
  child.once('close', (code, signal) => {
    if (!isStopping) end = `${signal ?? code}: ${log.slice(-2_000)}`;
    ended.resolve(code);
  });
  const [, url = ''] = await waitForLine(child, /^ready {2}(\S+)$/);

  return {
    url,
    pid: child.pid ?? 0,
    log: () => log,
    failure: () => end,
    async collect() {
      const collected = once(child, 'message');
      child.send('collect');
      // If it ends meanwhile, `failure` says so.
      await Promise.race([collected, ended.promise]);
    },
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
      return ended.promise;
    },
  };
}
