import { backoff } from '../db/backoff.ts';
import type { FormChanges } from '../forms/form-changes.ts';
import type { PolledPerson, PollSchedule } from './poll-schedule.ts';

/** How long to wait until the next poll of a person. */
export interface PollInterval {
  /** In milliseconds, after `attempt` polls in a row without news. */
  pauseMs(attempt: number, person: Pick<PolledPerson, 'person_id' | 'shown_until'>): number;
  /** In milliseconds, for a form that a candidate opens now. */
  openFormPauseMs(): number;
  /** Keeps the number of open forms up to date, from this process and from others. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PollIntervalOptions {
  minMs: number;
  maxMs: number;
  /** Requests to the service that all processes together may make. */
  requestsPerSecond: number;
}

const FACTOR = 1.5;
/** The share of the request budget that polls of open forms may use. */
const SHARE = 0.5;
const COUNT_EVERY_MS = 5_000;
/** A form counts as open this long after a process last reported it. */
const OPEN_MS = 30_000;

/**
 * The pause grows from the shortest to the longest. Persons with an open form are polled as often as
 * their {@link SHARE} of the budget allows, in whatever process the form is open.
 */
export function createPollInterval(
  schedule: Pick<PollSchedule, 'markOpen' | 'countOpen'>,
  changes: Pick<FormChanges, 'subscribedPersons' | 'hasSubscribers'>,
  { minMs, maxMs, requestsPerSecond }: PollIntervalOptions,
  onError: (error: unknown) => void,
): PollInterval {
  let openPersons = 0;
  let timer: NodeJS.Timeout | undefined;
  let counting = Promise.resolve();

  async function count(): Promise<void> {
    const [open, now] = [changes.subscribedPersons(), Date.now()];
    openPersons = open.length;
    const times = { now, until: now + OPEN_MS, pollAt: now + openFormPauseMs() };
    await schedule.markOpen(open, times);
    openPersons = Math.max(openPersons, await schedule.countOpen(now));
  }

  const longestOpenMs = (): number =>
    Math.min(Math.max((openPersons / (requestsPerSecond * SHARE)) * 1_000, minMs), maxMs);

  function openFormPauseMs(): number {
    const firstMs = longestOpenMs();
    return backoff(0, { firstMs, longestMs: firstMs });
  }

  return {
    openFormPauseMs,

    pauseMs(attempt, { person_id, shown_until }) {
      const isOpen = changes.hasSubscribers(person_id) || (shown_until ?? 0) > Date.now();
      const longestMs = isOpen ? longestOpenMs() : maxMs;
      return backoff(attempt, { firstMs: minMs, longestMs, factor: FACTOR });
    },

    async start() {
      const countAgain = (): void => {
        counting = counting.then(count).catch(onError);
      };
      countAgain();
      timer = setInterval(countAgain, COUNT_EVERY_MS);
    },

    async stop() {
      clearInterval(timer);
      await counting;
    },
  };
}
