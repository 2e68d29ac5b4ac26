import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A child process; it ends with us, because it stays in our process group. */
export interface Child {
  pid: number;
  /** What the `ready` pattern captured. */
  ready: string;
  /** From its start until it was ready. */
  readyMs: number;
  /** Sends a message; resolves to the child's next one. */
  exchange(message: string): Promise<unknown>;
  /** Sends SIGTERM; resolves when it has ended. */
  end(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 5;

/**
 * Starts a script with this Node and waits until its output matches `ready`. The output goes to a
 * file, because reading it would cost time of the processors.
 */
export async function startChild(
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<Child> {
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-child-'));
  const log = join(folder, 'log');
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', openSync(log, 'w'), 'inherit', 'ipc'],
  });
  let isEnding = false;
  const gone = once(child, 'exit').then(([code, signal]) => {
    if (!isEnding) console.error(`${args.at(-1)} ended unexpectedly: ${code ?? signal}`);
    rmSync(folder, { recursive: true });
  });
  let found: RegExpExecArray | null = null;
  while (found === null) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} has ended`);
    if (performance.now() - started > READY_WITHIN_MS) child.kill('SIGKILL');
    await pause(LOOK_EVERY_MS);
    found = ready.exec(readFileSync(log, 'utf8'));
  }
  return {
    pid: child.pid ?? 0,
    ready: found[1] ?? '',
    readyMs: performance.now() - started,
    async exchange(message) {
      const replied = once(child, 'message');
      child.send(message);
      return (await replied)[0];
    },
    async end() {
      isEnding = true;
      child.kill('SIGTERM');
      await gone;
    },
  };
}

export interface ProcessFigures {
  /** Resident memory, in bytes. */
  rss: number;
  /** CPU time so far, user and system. */
  cpuMs: number;
  /** Open file descriptors. */
  fds: number;
  /** When this was read (epoch ms). */
  at: number;
}

/** Linux counts CPU time in hundredths of a second wherever Node runs. */
const TICK_MS = 10;

/** From `/proc/<pid>`; throws when there is no such process. */
export function figuresOf(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  // The name, in brackets, may contain spaces: count fields after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return {
    rss: kilobytes * 1_024,
    cpuMs: ticks * TICK_MS,
    fds: readdirSync(`/proc/${pid}/fd`).length,
    at: Date.now(),
  };
}

/** Share of one core between two readings. */
export function coreShare(from: ProcessFigures, to: ProcessFigures): number {
  return (to.cpuMs - from.cpuMs) / (to.at - from.at);
}
