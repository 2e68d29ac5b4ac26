import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Pair } from './pair.ts';
import { ROOT } from './repository.ts';

/** The proxy's command in its own process. */
export interface ProxyCommand {
  child: ChildProcess;
  pid: number;
  /** Known before it is ready if `env` names a port. */
  url: string;
  /** Resolves to its address when it is ready; rejects with its output when it ends before. */
  ready: Promise<string>;
  /** Resolves to its exit code; `null`: it was killed. */
  ended: Promise<number | null>;
  /** Both streams so far. */
  output(): string;
  /** How it ended unexpectedly, with its last output; otherwise `undefined`. */
  failure(): string | undefined;
  /** Resolves after a garbage collection; only with `canCollect`. */
  collect(): Promise<void>;
  /** Sends SIGKILL, or another signal; resolves like `ended`. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGTERM; resolves like `ended`. */
  stop(): Promise<number | null>;
}

/** Of this process, without the settings of a proxy. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};
const MANIFEST = createRequire(import.meta.url).resolve('precandidate-proxy/package.json');
const INSTALLED = [join(dirname(MANIFEST), 'dist/main.js')];
const FROM_SOURCE = ['--conditions=source', join(ROOT, 'packages/proxy/src/main.ts')];
const WITH_COLLECTION = [
  '--expose-gc',
  `--import=${new URL('collect-garbage.ts', import.meta.url).href}`,
];

/** Runs the command with `env` alone: from source, or as it is published. */
export function startProxyCommand(
  env: Record<string, string>,
  args: readonly string[] = [],
  { isInstalled = false, canCollect = false } = {},
): ProxyCommand {
  const main = isInstalled ? INSTALLED : FROM_SOURCE;
  const child = spawn(
    process.execPath,
    [...(canCollect ? WITH_COLLECTION : []), ...main, ...args],
    {
      env: { ...ENVIRONMENT, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(canCollect ? (['ipc'] as const) : [])],
    },
  );
  let output = '';
  let isStopping = false;
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /^ready {2}(\S+)$/m.exec(output)?.[1];
      if (url !== undefined) resolve((command.url = url));
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    void ended.then(() => reject(new Error(output)));
  });
  // A test may kill it, or expect its end.
  ready.catch(() => undefined);
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    isStopping = true;
    child.kill(signal);
    return ended;
  };

  const command: ProxyCommand = {
    child,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${env['PORT'] ?? 0}`,
    ready,
    ended,
    output: () => output,
    failure: () =>
      isStopping || (child.exitCode === null && child.signalCode === null)
        ? undefined
        : `${child.signalCode ?? child.exitCode}: ${output.slice(-2_000)}`,
    async collect() {
      const collected = once(child, 'message');
      child.send('collect');
      // If it ends meanwhile, `failure` says so.
      await Promise.race([collected, ended]);
    },
    kill,
    stop: () => kill('SIGTERM'),
  };
  return command;
}

/** Runs the command to its end. */
export async function runProxyCommand(env: Record<string, string>, ...args: string[]) {
  const command = startProxyCommand(env, args);
  const code = await command.ended;
  const output = command.output().trim();
  return { code, output, lines: output.split('\n') };
}

/** As an operator calls a command: with the settings of the running proxy. */
export const envOf = (pair: Pair) => ({
  ...pair.env,
  HOST: '127.0.0.1',
  PORT: new URL(pair.url).port,
});
