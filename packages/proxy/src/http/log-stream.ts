import { writeSync } from 'node:fs';
import { wallClock } from '../shared/clock.ts';

/** Kept while nobody reads the log; further lines are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 50;
const WARN = 40;

/**
 * Where log lines go. A log that cannot be written, because its disk is full or its reader has gone, costs lines
 * and not the process: the first line that can be written again says how many.
 *
 * @param write - returns how many bytes it wrote, or throws
 */
export function createLogStream(write = (bytes: Buffer): number => writeSync(1, bytes)) {
  let waiting = Buffer.alloc(0);
  /** Lines of this turn of the event loop, after those that wait. */
  let added = '';
  let waitingLines = 0;
  let lostLines = 0;
  let isCut = false;
  let retry: NodeJS.Timeout | undefined;
  let endOfTurn: NodeJS.Immediate | undefined;

  function flush(): void {
    clearTimeout(retry);
    clearImmediate(endOfTurn);
    endOfTurn = undefined;
    waiting = Buffer.concat([waiting, Buffer.from(added)]);
    added = '';
    try {
      while (waiting.length > 0) {
        waiting = waiting.subarray(write(waiting));
        isCut = waiting.length > 0;
      }
      waitingLines = 0;
    } catch (error) {
      // The reader is slow. This timer alone does not keep the process running.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN')
        return void (retry = setTimeout(flush, RETRY_MS).unref());
      lostLines += waitingLines;
      waitingLines = 0;
      waiting = Buffer.alloc(0);
    }
  }

  return {
    /** Tries once. */
    flush,

    /** Writes the lines of one turn of the event loop together: each write blocks until the system has taken it. */
    write(line: string): void {
      const text = lostLines > 0 ? notice() + line : line;
      if (waiting.length + added.length + text.length > MAX_WAITING_BYTES)
        return void (lostLines += 1);
      added += text;
      waitingLines += 1 + lostLines;
      lostLines = 0;
      endOfTurn ??= setImmediate(flush);
    },
  };

  /** A line that was cut stands alone. */
  function notice(): string {
    const msg = `the log could not be written: ${lostLines} lines are lost`;
    return `${isCut ? '\n' : ''}${JSON.stringify({ level: WARN, time: wallClock.now(), msg })}\n`;
  }
}

/** Of this process. */
export const logStream = createLogStream();
/** Its disk may be full, too. */
export const errorStream = createLogStream((bytes) => writeSync(2, bytes));
for (const { flush } of [logStream, errorStream]) process.once('exit', flush);
