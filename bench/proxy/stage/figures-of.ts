import { readdirSync, readFileSync } from 'node:fs';

/** What Linux knows of a process. */
export interface ProcessFigures {
  /** Resident memory, in bytes. */
  rss: number;
  /** Time on a processor so far, user and system, in ms. */
  cpu_ms: number;
  /** Open file descriptors. */
  fds: number;
  /** When this was read (epoch ms). */
  at: number;
}

/** Linux counts processor time in hundredths of a second on every machine that Node runs on. */
const TICK_MS = 10;

/** Of `/proc/<pid>`; throws when there is no such process. */
export function figuresOf(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  // The name, in brackets, may hold spaces: fields count from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  return {
    rss: kilobytes * 1_024,
    cpu_ms: ticks * TICK_MS,
    fds: readdirSync(`/proc/${pid}/fd`).length,
    at: Date.now(),
  };
}

/** Share of one core between two looks. */
export function coreShare(from: ProcessFigures, to: ProcessFigures): number {
  return (to.cpu_ms - from.cpu_ms) / (to.at - from.at);
}
