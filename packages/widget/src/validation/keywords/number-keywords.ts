import type { Keywords } from '../run.ts';

/** So far may a quotient be from a whole number: 0.07 is a multiple of 0.01, though not in binary. */
const TOLERANCE = 1e-8;

export const NUMBER_KEYWORDS: Keywords<number> = {
  maximum:
    ({ maximum: limit }) =>
    (value, run) =>
      value <= limit || run.fail('maximum', { comparison: '<=', limit }),
  minimum:
    ({ minimum: limit }) =>
    (value, run) =>
      value >= limit || run.fail('minimum', { comparison: '>=', limit }),
  exclusiveMaximum:
    ({ exclusiveMaximum: limit }) =>
    (value, run) =>
      value < limit || run.fail('exclusiveMaximum', { comparison: '<', limit }),
  exclusiveMinimum:
    ({ exclusiveMinimum: limit }) =>
    (value, run) =>
      value > limit || run.fail('exclusiveMinimum', { comparison: '>', limit }),
  multipleOf:
    ({ multipleOf }) =>
    (value, run) => {
      const quotient = value / multipleOf;
      // Not `<=`: an infinite quotient passes, as it does in the proxy.
      const misses = Math.abs(Math.round(quotient) - quotient) > TOLERANCE;
      return !misses || run.fail('multipleOf', { multipleOf });
    },
};
