import type { Settings } from '../config/settings.ts';
import { backoff } from '../db/jobs.ts';
import type { FormChanges } from '../forms/form-changes.ts';
import type { Clock } from '../shared/clock.ts';
import type { PolledPerson, PollSchedule } from './poll-schedule.ts';

const FACTOR = 1.5;
/** The share of the request budget that polls of open forms may use. */
const SHARE = 0.5;
const MARK_EVERY_MS = 5_000;
/** A form counts as open this long after a process last reported it. */
const OPEN_MS = 30_000;

export type PollInterval = ReturnType<typeof createPollInterval>;

export interface PollIntervalParts {
  clock: Clock;
  formChanges: Pick<FormChanges, 'subscribedPersons' | 'hasSubscribers'>;
  schedule: Pick<PollSchedule, 'markOpen'>;
  settings: Pick<Settings, 'POLL_MIN_SECONDS' | 'POLL_MAX_SECONDS' | 'UPSTREAM_RPS'>;
  onError: (error: unknown) => void;
}

/**
 * How long to wait until the next poll of a person. The pause grows from the shortest to the longest.
 * Persons with an open form are polled as often as their {@link SHARE} of the budget allows: each
 * process has a budget of its own, and counts the forms that are open at it.
 */
export function createPollInterval(parts: PollIntervalParts) {
  const { clock, formChanges, schedule, settings, onError } = parts;
  const minMs = settings.POLL_MIN_SECONDS * 1_000;
  const maxMs = settings.POLL_MAX_SECONDS * 1_000;
  let openPersons = 0;
  let timer: NodeJS.Timeout | undefined;
  let marking = Promise.resolve();

  async function markOpen(): Promise<void> {
    const open = formChanges.subscribedPersons();
    const now = clock.now();
    openPersons = open.length;
    await schedule.markOpen(open, { now, until: now + OPEN_MS, pollAt: now + openFormPauseMs() });
  }

  const longestOpenMs = (): number =>
    Math.min(Math.max((openPersons / (settings.UPSTREAM_RPS * SHARE)) * 1_000, minMs), maxMs);

  /** In milliseconds, for a form that a candidate opens now. */
  function openFormPauseMs(): number {
    const firstMs = longestOpenMs();
    return backoff(0, { firstMs, longestMs: firstMs });
  }

  return {
    openFormPauseMs,

    /** In milliseconds. */
    pauseMs(
      pollsWithoutNews: number,
      { person_id, open_until }: Pick<PolledPerson, 'person_id' | 'open_until'>,
    ): number {
      const isOpen = formChanges.hasSubscribers(person_id) || (open_until ?? 0) > clock.now();
      const longestMs = isOpen ? longestOpenMs() : maxMs;
      return backoff(pollsWithoutNews, { firstMs: minMs, longestMs, factor: FACTOR });
    },

    /** Keeps marking the persons with open forms, for this process and for others. */
    async start(): Promise<void> {
      const markAgain = (): void => {
        marking = marking.then(markOpen).catch(onError);
      };
      markAgain();
      timer = setInterval(markAgain, MARK_EVERY_MS);
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await marking;
    },
  };
}
