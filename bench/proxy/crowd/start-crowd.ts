import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, CrowdReport, Order, Watcher } from './messages.ts';

/** Browsers in a process of their own, so that they do not count as the proxy's. */
export interface Crowd {
  /** Resolves when all of these have had their first snapshot; rejects after two minutes. */
  open(watchers: readonly Watcher[], per_second?: number): Promise<void>;
  /** Closes the oldest. */
  close(count: number): void;
  report(): Promise<CrowdReport>;
  /** Asks again and again until the report `holds`; answers the last one, also after `longest_ms`. */
  until(holds: (report: CrowdReport) => boolean, longest_ms: number): Promise<CrowdReport>;
  end(): Promise<void>;
}

const PROCESS = fileURLToPath(new URL('crowd-process.ts', import.meta.url));
const OPEN_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** `poll`: they ask the interface every 3 s, in place of a stream. */
export function startCrowd(how: 'stream' | 'poll' = 'stream'): Crowd {
  const child = fork(PROCESS, [how], { execArgv: ['--conditions=source'] });
  const tell = (order: Order): void => void child.send(order);
  child.setMaxListeners(0);
  let orders = 0;

  function answered<Found>(find: (answer: Answer) => Found | undefined, ms: number, what: string) {
    return new Promise<Found>((resolve, reject) => {
      const late = setTimeout(() => settle(() => reject(new Error(`${what} in time`))), ms);
      const look = (answer: Answer): void => {
        const found = find(answer);
        if (found !== undefined) settle(() => resolve(found));
      };
      const settle = (end: () => void): void => {
        clearTimeout(late);
        child.off('message', look);
        end();
      };
      child.on('message', look);
    });
  }

  function report(): Promise<CrowdReport> {
    const told = answered(
      (answer) => (answer.kind === 'report' ? answer.report : undefined),
      OPEN_WITHIN_MS,
      'the browsers did not report',
    );
    tell({ kind: 'report' });
    return told;
  }

  return {
    async open(watchers, per_second = 500) {
      const id = (orders += 1);
      const all = answered(
        (answer) => (answer.kind === 'opened' && answer.id === id ? true : undefined),
        OPEN_WITHIN_MS,
        'not all streams were open',
      );
      tell({ kind: 'open', id, watchers: [...watchers], per_second });
      await all;
    },
    close: (count) => tell({ kind: 'close', count }),
    report,

    async until(holds, longest_ms) {
      const deadline = Date.now() + longest_ms;
      for (;;) {
        const found = await report();
        if (holds(found) || Date.now() > deadline) return found;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },

    async end() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
