import type { Random } from './random.ts';
import { type Moment, MOMENTS } from './trap.ts';

/** Where a process is killed: at a chosen moment, while it starts, or whenever it may be. */
export type Death = Moment | 'at the start' | 'at random';

/** Of ten deaths seven are at a chosen moment, one is at the start, and two are at random. */
const CHOSEN_OF_TEN = 7;

export function drawDeaths(random: Random, count: number): Death[] {
  return Array.from({ length: count }, () => {
    const dice = random.below(10);
    if (dice < CHOSEN_OF_TEN) return random.pick(MOMENTS);
    return dice === CHOSEN_OF_TEN ? 'at the start' : 'at random';
  });
}
