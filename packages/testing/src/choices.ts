import fc from 'fast-check';

/** Random choices of one case, which fast-check repeats and reduces. */
export interface Choices {
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** One of them. */
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

const integer = (most: number) => fc.noBias(fc.nat(most));

export function choicesOf(generate: fc.GeneratorValue): Choices {
  const below = (limit: number) => generate(integer, Math.max(limit, 1) - 1);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    // The reduced case is the one without.
    chance: (probability) => below(1_000) >= 1_000 * (1 - probability),
  };
}
