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
  /** From its start until it was ready, in ms. */
  ready_ms: number;
  /** Writes a line to its input. */
  send(line: string): void;
  /** Resolves to the next line that matches. */
  line(pattern: RegExp): Promise<string>;
  /** Closes its input; resolves when it has ended. */
  endInput(): Promise<void>;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

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
    env: {
      PATH: process.env['PATH'] ?? '',
      ...env,
    },
    stdio: ['pipe', log === undefined ? 'pipe' : openSync(log, 'w'), 'inherit'],
  });
  const output = child.stdout ?? followFile(log ?? '');
  const lines = createInterface({ input: output });
  let isEnding = false;
  const gone = once(child, 'exit').then(([code, signal]) => {
    if (!isEnding) console.error(`${args[0]} ended unexpectedly: ${code ?? signal}`);
  });

  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (text: string): void => {
        const found = pattern.exec(text);
        if (!found) return;
        lines.off('line', check);
        resolve(found[1] ?? text);
      };
      lines.on('line', check);
      void gone.then(() => reject(new Error(`${args.join(' ')} has ended`)));
    });

  const timeout = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const found = await line(ready).finally(() => clearTimeout(timeout));
  if (log !== undefined) output.destroy();
  return {
    pid: child.pid ?? 0,
    ready: found,
    ready_ms: performance.now() - started,
    send: (text) => void child.stdin?.write(`${text}\n`),
    line,
    async endInput() {
      isEnding = true;
      child.stdin?.end();
      await gone;
    },
    async end(signal) {
      isEnding = true;
      child.kill(signal);
      await gone;
    },
  };
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
  /** CPU time so far, user and system, in ms. */
  cpu_ms: number;
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
    cpu_ms: ticks * TICK_MS,
    fds: readdirSync(`/proc/${pid}/fd`).length,
    at: Date.now(),
  };
}

/** Share of one core between two readings. */
export function coreShare(from: ProcessFigures, to: ProcessFigures): number {
  return (to.cpu_ms - from.cpu_ms) / (to.at - from.at);
}
