import { spawn } from 'node:child_process';
import { ROOT } from './root.ts';
import { waitForLine } from './wait-for-line.ts';

/** The proxy's command in a process of its own. */
export interface ProxyProcess {
  url: string;
  pid: number;
  /** Everything that it wrote so far, to either stream. */
  log(): string;
  /** With what it ended, and what it wrote last; `undefined` while it runs, or once we stopped it. */
  died(): string | undefined;
  /** Ends it with SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** `env` is all that it gets to see, but for the PATH. Rejects, with what it wrote, when it does not start. */
export async function startProxyProcess(env: Record<string, string>): Promise<ProxyProcess> {
  const child = spawn(process.execPath, ['--conditions=source', 'packages/proxy/src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (log += chunk.toString()));
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
    died: () => end,
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
      return ended.promise;
    },
  };
}
