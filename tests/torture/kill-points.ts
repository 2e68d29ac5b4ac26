import type { SeededRandom } from '../stage/seeded-random.ts';

/**
 * Where a submission, an event, or a webhook can be when the process dies. `received`: it has arrived
 * without effect · `applied`: it had its effect, and the response is held back · `responded`: the
 * response was sent.
 */
const MOMENTS = [
  'form received',
  'form applied',
  'form responded',
  'event received',
  'event applied',
  'event responded',
  'submission responded',
  'webhook responded',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Waits for a moment, and holds requests at that moment until the process is dead. */
export interface Trap {
  /** Resolves when a request reaches `moment`. */
  set(moment: Moment): Promise<void>;
  /** Call it at a moment. Resolves after the kill: `true` when the trap waited for this moment. */
  pass(moment: Moment): Promise<boolean>;
  /** The process is dead: held requests continue. */
  open(): void;
}

export function createTrap(): Trap {
  let wanted: Moment | undefined;
  let spring = (): void => undefined;
  let held: (() => void)[] = [];

  return {
    set: (moment) =>
      new Promise((resolve) => {
        wanted = moment;
        spring = resolve;
      }),
    async pass(moment) {
      if (moment !== wanted) return false;
      spring();
      await new Promise<void>((resolve) => held.push(resolve));
      return true;
    },
    open() {
      wanted = undefined;
      for (const goOn of held) goOn();
      held = [];
    },
  };
}

/** When a process is killed: at a chosen moment, while it starts, or at random. */
export type Death = Moment | 'at the start' | 'at random';

/** Of ten kills, seven are at a chosen moment, one is at the start, and two are at random. */
const CHOSEN_OF_TEN = 7;

export function drawDeaths(random: SeededRandom, count: number): Death[] {
  return Array.from({ length: count }, () => {
    const dice = random.below(10);
    if (dice < CHOSEN_OF_TEN) return random.pick(MOMENTS);
    return dice === CHOSEN_OF_TEN ? 'at the start' : 'at random';
  });
}
