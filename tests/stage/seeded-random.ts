import fc from 'fast-check';

/** Random choices that a seed makes repeatable. */
export interface SeededRandom {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** One of them; throws when the list is empty. */
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

const LIMIT = 2 ** 31;

/** `seed` and `turn` are integers; a turn can be repeated without those before it. */
export function seededRandom(seed: number, turn: number): SeededRandom {
  const integers = fc.infiniteStream(fc.noBias(fc.nat(LIMIT - 1)));
  // Nearby seeds give unrelated streams.
  const options = { seed: Math.imul(seed, 0x9e3779b1) ^ turn, numRuns: 1 };
  const [stream] = fc.sample(integers, options);
  const next = (): number => (stream?.next().value ?? 0) / LIMIT;
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
