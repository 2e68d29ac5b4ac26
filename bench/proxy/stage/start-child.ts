import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
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

/**
 * Starts a script with this Node and waits for a line that matches `ready`. With `log`, its output
 * goes to that file, so that reading the output costs nothing.
 */
export async function startChild(
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
  log?: string,
): Promise<Child> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', log === undefined ? 'pipe' : openSync(log, 'w'), 'inherit', 'ipc'],
  });
  let isEnding = false;
  const gone = once(child, 'exit').then(([code, signal]) => {
    if (!isEnding) console.error(`${args.at(-1)} ended unexpectedly: ${code ?? signal}`);
  });
  const output = child.stdout ?? followFile(log ?? '');
  const timeout = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const found = await Promise.race([
    firstMatch(output, ready),
    gone.then(() => Promise.reject(new Error(`${args.join(' ')} has ended`))),
  ]).finally(() => clearTimeout(timeout));
  const readyMs = performance.now() - started;
  if (log === undefined) output.resume();
  else output.destroy();
  return {
    pid: child.pid ?? 0,
    ready: found,
    readyMs,
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

function firstMatch(output: Readable, pattern: RegExp): Promise<string> {
  const lines = createInterface({ input: output });
  return new Promise((resolve) =>
    lines.on('line', (line) => {
      const found = pattern.exec(line);
      if (found === null) return;
      lines.close();
      resolve(found[1] ?? line);
    }),
  );
}

const POLL_EVERY_MS = 10;

/** The content of a file and whatever is appended, until the stream is destroyed. */
function followFile(file: string): Readable {
  return Readable.from(pieces(file));
}

async function* pieces(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read();
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else await pause(POLL_EVERY_MS);
    }
  } finally {
    await handle.close();
  }
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
