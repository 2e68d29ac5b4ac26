import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A command that runs until it is stopped. */
export interface Command {
  child: ChildProcess;
  /** Sends `signal` to the command and all it started; resolves to its exit code, `null` if killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command in a process group of its own. */
export function startCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env?: Record<string, string> },
): Command {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  return {
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}
