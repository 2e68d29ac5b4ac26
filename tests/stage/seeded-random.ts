/** Random numbers that a seed makes repeatable (mulberry32). */
export interface SeededRandom {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** One of them; throws when the list is empty. */
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

/** `seed` and `turn` are integers; a turn can be repeated without those before it. */
export function seededRandom(seed: number, turn: number): SeededRandom {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)) >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('there is nothing to pick from');
      return from[below(from.length)] as T;
    },
    chance: (probability) => next() < probability,
  };
}
