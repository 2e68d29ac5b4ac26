import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One browser. With several addresses, it uses the next one after each break. */
export interface Watcher {
  person_id: string;
  form_id: string;
  token: string;
  urls: readonly string[];
}

/** Message to the process that simulates the browsers. */
export type Order =
  /** Opens these, `per_second` each second. */
  | { kind: 'open'; id: number; watchers: Watcher[]; per_second: number }
  /** Closes the oldest `count`. */
  | { kind: 'close'; count: number }
  | { kind: 'report' };

/** Status → when each watcher received it first (epoch ms). */
export type ReceivedAt = Record<string, number[]>;

export interface CrowdReport {
  /** Connections that have had their first snapshot. */
  open: number;
  /** Connections that broke and were opened again. */
  reconnects: number;
  /** HTTP status → responses other than 200. */
  refused: Record<string, number>;
  received: ReceivedAt;
  /** Status → watchers that have it now. */
  known: Record<string, number>;
  /** Received over all open connections. */
  bytes: number;
}

export type Reply =
  /** All browsers of one order have had their first snapshot. */
  { kind: 'opened'; id: number } | { kind: 'report'; report: CrowdReport };

/** Browsers in a separate process, so that the proxy's figures do not include them. */
export interface Crowd {
  /** Resolves when all of these have had their first snapshot; rejects after two minutes. */
  open(watchers: readonly Watcher[], per_second?: number): Promise<void>;
  /** Closes the oldest `count`. */
  close(count: number): void;
  report(): Promise<CrowdReport>;
  /** Polls until the report `holds`, or for `longest_ms`; resolves to the last report. */
  until(holds: (report: CrowdReport) => boolean, longest_ms: number): Promise<CrowdReport>;
  end(): Promise<void>;
}

const PROCESS = fileURLToPath(new URL('crowd-process.ts', import.meta.url));
const OPEN_WITHIN_MS = 120_000;
const POLL_EVERY_MS = 100;

/** `poll`: the browsers poll the service every 3 s, instead of opening a stream. */
export function startCrowd(how: 'stream' | 'poll' = 'stream'): Crowd {
  const child = fork(PROCESS, [how], { execArgv: ['--conditions=source'] });
  const send = (order: Order): void => void child.send(order);
  child.setMaxListeners(0);
  let orders = 0;

  function waitForReply<Found>(
    find: (reply: Reply) => Found | undefined,
    ms: number,
    what: string,
  ) {
    return new Promise<Found>((resolve, reject) => {
      const timeout = setTimeout(() => finish(() => reject(new Error(`${what} in time`))), ms);
      const check = (reply: Reply): void => {
        const found = find(reply);
        if (found !== undefined) finish(() => resolve(found));
      };
      const finish = (end: () => void): void => {
        clearTimeout(timeout);
        child.off('message', check);
        end();
      };
      child.on('message', check);
    });
  }

  function report(): Promise<CrowdReport> {
    const received = waitForReply(
      (reply) => (reply.kind === 'report' ? reply.report : undefined),
      OPEN_WITHIN_MS,
      'the browsers did not report',
    );
    send({ kind: 'report' });
    return received;
  }

  return {
    async open(watchers, per_second = 500) {
      const id = (orders += 1);
      const all = waitForReply(
        (reply) => (reply.kind === 'opened' && reply.id === id ? true : undefined),
        OPEN_WITHIN_MS,
        'not all streams were open',
      );
      send({ kind: 'open', id, watchers: [...watchers], per_second });
      await all;
    },
    close: (count) => send({ kind: 'close', count }),
    report,

    async until(holds, longest_ms) {
      const deadline = Date.now() + longest_ms;
      for (;;) {
        const found = await report();
        if (holds(found) || Date.now() > deadline) return found;
        await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
      }
    },

    async end() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
