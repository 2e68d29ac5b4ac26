import fc, { type Arbitrary } from 'fast-check';

/** True once in `weight + 1` times; reduced to false. */
export const seldom = (weight = 4) => fc.nat({ max: weight }).map((at) => at === weight);

/** False once in `weight + 1` times; reduced to true. */
export const often = (weight = 4) => fc.nat({ max: weight }).map((at) => at !== weight);

/** A value once in `weight + 1` times. */
export const rarely = <Value>(value: Arbitrary<Value>, weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/**
 * Some of the names, never none. Each case has some of all ingredients only: those that it has meet more
 * often (swarm testing).
 */
export const someOf = <Name extends string>(names: readonly Name[]): Arbitrary<Name[]> =>
  fc.subarray([...names], { minLength: 1 });
