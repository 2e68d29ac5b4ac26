import type { ShownStore } from './shown-store.ts';
import type { WatchRow } from './watch-store.ts';
import { createDueLoop, type DueLoop } from '../db/due-loop.ts';
import type { FormChanges } from './form-changes.ts';

/** How long to wait before the next look at a person. */
export interface LookPace extends Pick<DueLoop, 'start' | 'stop'> {
  /** In milliseconds, after `step` looks in a row that found nothing new; never twice the same. */
  pauseMs(step: number, due: Pick<WatchRow, 'person_id' | 'shown_until'>): number;
  /** In milliseconds, before a form that somebody opens now is looked at, if that is not sooner. */
  shownPauseMs(): number;
}

export interface LookPaceOptions {
  min_ms: number;
  max_ms: number;
  /** Calls to the service that all processes together may make. */
  per_second: number;
}

const GROWTH = 1.5;
/** What looks at forms that somebody has open may take of the budget. */
const SHARE = 0.5;
const ROUND_MS = 5_000;
/** A form counts as open for so long after it was last seen to be. */
const SHOWN_MS = 30_000;

/**
 * The pause grows from the shortest to the longest. A form that somebody has open is looked at as
 * often as {@link SHARE} of the budget allows for all of them, at whatever process they are open.
 */
export function createLookPace(
  shownStore: ShownStore,
  changes: Pick<FormChanges, 'followed' | 'isFollowed'>,
  { min_ms, max_ms, per_second }: LookPaceOptions,
  onError: (error: unknown) => void,
): LookPace {
  const loop = createDueLoop(round, onError, ROUND_MS);
  let shown = 0;

  async function round(): Promise<undefined> {
    const [followed, now] = [changes.followed(), Date.now()];
    shown = followed.length;
    await shownStore.show(followed, now, now + SHOWN_MS, now + jittered(longestShown()));
    shown = Math.max(shown, await shownStore.count(now));
  }

  const longestShown = (): number =>
    Math.min(Math.max((shown / (per_second * SHARE)) * 1_000, min_ms), max_ms);

  return {
    start: loop.start,
    stop: loop.stop,
    shownPauseMs: () => jittered(longestShown()),

    pauseMs(step, { person_id, shown_until }) {
      const isShown = changes.isFollowed(person_id) || (shown_until ?? 0) > Date.now();
      const longest = isShown ? longestShown() : max_ms;
      return jittered(Math.min(longest, min_ms * GROWTH ** step));
    },
  };
}

const jittered = (ms: number): number => Math.round(ms * (0.85 + Math.random() * 0.3));
