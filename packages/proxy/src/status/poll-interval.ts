import { createDueLoop, type DueLoop } from '../db/due-loop.ts';
import type { FormChanges } from './form-changes.ts';
import type { ShownStore } from './shown-store.ts';
import type { WatchRow } from './watch-store.ts';

/** How long to wait until the next poll of a person. */
export interface PollInterval extends Pick<DueLoop, 'start' | 'stop'> {
  /** In milliseconds, after `step` polls in a row without news. Random by 15 %. */
  pauseMs(step: number, due: Pick<WatchRow, 'person_id' | 'shown_until'>): number;
  /** In milliseconds, the pause for a form that a candidate opens now. */
  openFormPauseMs(): number;
}

export interface PollIntervalOptions {
  minMs: number;
  maxMs: number;
  /** Requests to the service that all processes together may make. */
  requestsPerSecond: number;
}

const GROWTH = 1.5;
/** The share of the budget that polls of open forms may use. */
const SHARE = 0.5;
const ROUND_MS = 5_000;
/** A form counts as open this long after a process last reported it. */
const OPEN_MS = 30_000;

/**
 * The pause grows from the shortest to the longest. Persons with an open form are polled as often as
 * their {@link SHARE} of the budget allows, in whatever process the form is open.
 */
export function createPollInterval(
  shownStore: ShownStore,
  changes: Pick<FormChanges, 'subscribedPersons' | 'hasSubscribers'>,
  { minMs, maxMs, requestsPerSecond }: PollIntervalOptions,
  onError: (error: unknown) => void,
): PollInterval {
  const loop = createDueLoop(round, onError, ROUND_MS);
  let openPersons = 0;

  async function round(): Promise<undefined> {
    const [open, now] = [changes.subscribedPersons(), Date.now()];
    openPersons = open.length;
    await shownStore.show(open, now, now + OPEN_MS, now + jittered(longestOpenMs()));
    openPersons = Math.max(openPersons, await shownStore.count(now));
  }

  const longestOpenMs = (): number =>
    Math.min(Math.max((openPersons / (requestsPerSecond * SHARE)) * 1_000, minMs), maxMs);

  return {
    start: loop.start,
    stop: loop.stop,
    openFormPauseMs: () => jittered(longestOpenMs()),

    pauseMs(step, { person_id, shown_until }) {
      const isOpen = changes.hasSubscribers(person_id) || (shown_until ?? 0) > Date.now();
      const longestMs = isOpen ? longestOpenMs() : maxMs;
      return jittered(Math.min(longestMs, minMs * GROWTH ** step));
    },
  };
}

const jittered = (ms: number): number => Math.round(ms * (0.85 + Math.random() * 0.3));
