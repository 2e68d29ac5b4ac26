import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  /** Resolves once it has collected its garbage: what its heap holds then is in use. */
  collect(): Promise<void>;
  /** Ends it with SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
}

const ARGUMENTS = [
  '--conditions=source',
  '--expose-gc',
  `--import=${new URL('collect-when-told.ts', import.meta.url).href}`,
  'packages/proxy/src/main.ts',
];

/** `env` is all that it gets to see, but for the PATH. Rejects, with what it wrote, when it does not start. */
export async function startProxyProcess(env: Record<string, string>): Promise<ProxyProcess> {
  const child = spawn(process.execPath, ARGUMENTS, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
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
    died: () => end,
    async collect() {
      const collected = once(child, 'message');
      child.send('collect');
      // One that ends meanwhile says so by `died`.
      await Promise.race([collected, ended.promise]);
    },
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
      return ended.promise;
    },
  };
}
