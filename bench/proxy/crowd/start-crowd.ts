import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Visitor } from '../stage/candidates.ts';

/** Message to the process that simulates the browsers. */
export type Order =
  /** Opens these, `perSecond` each second. */
  | { kind: 'open'; id: number; watchers: readonly Visitor[]; perSecond: number }
  /** Closes the oldest `count`. */
  | { kind: 'close'; count: number }
  | { kind: 'report' };

/** Status → when each watcher received it first (epoch ms). */
export type ReceivedAt = Record<string, number[]>;

interface CrowdReport {
  /** Connections that have had their first snapshot. */
  open: number;
  received: ReceivedAt;
  /** Received over all open connections. */
  bytes: number;
}

export type Reply =
  /** All browsers of one order have had their first snapshot. */
  { kind: 'opened'; id: number } | { kind: 'report'; report: CrowdReport };

/** Browsers in a separate process, so that the proxy's figures do not include them. */
export interface Crowd {
  /** Resolves when all of these have had their first snapshot; rejects after two minutes. */
  open(watchers: readonly Visitor[]): Promise<void>;
  /** Closes the oldest `count`. */
  close(count: number): void;
  report(): Promise<CrowdReport>;
  /** Polls until the report `holds`, or for `longestMs`; resolves to the last report. */
  until(holds: (report: CrowdReport) => boolean, longestMs: number): Promise<CrowdReport>;
  end(): Promise<void>;
}

const PROCESS = fileURLToPath(new URL('crowd-process.ts', import.meta.url));
const OPEN_PER_SECOND = 500;
const REPLY_WITHIN_MS = 120_000;
const POLL_EVERY_MS = 100;

export function startCrowd(): Crowd {
  const child = fork(PROCESS, { execArgv: ['--conditions=source'] });
  child.setMaxListeners(0);
  let orders = 0;

  /** Sends `order`; resolves to what `find` returns for one of the replies. */
  async function send<Found>(
    order: Order,
    find: (reply: Reply) => Found | undefined,
  ): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const check = (reply: Reply): void => {
      const found = find(reply);
      if (found !== undefined) resolve(found);
    };
    const timeout = setTimeout(
      () => reject(new Error(`the browsers did not confirm ${order.kind} in time`)),
      REPLY_WITHIN_MS,
    );
    child.on('message', check);
    child.send(order);
    try {
      return await promise;
    } finally {
      clearTimeout(timeout);
      child.off('message', check);
    }
  }

  const report = () =>
    send({ kind: 'report' }, (reply) => (reply.kind === 'report' ? reply.report : undefined));

  return {
    async open(watchers) {
      const id = (orders += 1);
      await send({ kind: 'open', id, watchers, perSecond: OPEN_PER_SECOND }, (reply) =>
        reply.kind === 'opened' && reply.id === id ? true : undefined,
      );
    },
    close: (count) => void child.send({ kind: 'close', count } satisfies Order),
    report,

    async until(holds, longestMs) {
      const deadline = Date.now() + longestMs;
      for (;;) {
        const found = await report();
        if (holds(found) || Date.now() > deadline) return found;
        await pause(POLL_EVERY_MS);
      }
    },

    async end() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
