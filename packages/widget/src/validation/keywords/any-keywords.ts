import { canonical } from '../canonical.ts';
import type { Keywords } from '../run.ts';

/** Keywords that judge a value of any type, but for `type` itself. */
export const ANY_KEYWORDS: Keywords<unknown> = {
  $dynamicRef: (schema) => (value, run, seen) =>
    run.judge(run.target(schema, '$dynamicRef'), value, seen),
  $ref: (schema) => (value, run, seen) => run.judge(run.target(schema, '$ref'), value, seen),
  const: ({ const: allowedValue }) => {
    const only = canonical(allowedValue);
    return (value, run) => canonical(value) === only || run.fail('const', { allowedValue });
  },
  enum: ({ enum: allowedValues }) => {
    const allowed = new Set(allowedValues.map(canonical));
    return (value, run) => allowed.has(canonical(value)) || run.fail('enum', { allowedValues });
  },
  not: (schema) => (value, run) => !run.fits(schema.not, value) || run.fail('not', {}),
  anyOf:
    ({ anyOf }) =>
    (value, run, seen) =>
      run.attempt(() => {
        const part = {};
        let fits = false;
        for (const [index, option] of anyOf.entries()) {
          if (run.shape(part, index, option, value, seen)) fits = true;
          if (fits && seen === undefined) break;
        }
        return fits || run.fail('anyOf', {});
      }),
  oneOf:
    ({ oneOf }) =>
    (value, run, seen) =>
      run.attempt(() => {
        const part = {};
        const fitting: number[] = [];
        for (const [index, option] of oneOf.entries()) {
          if (run.shape(part, index, option, value, seen)) fitting.push(index);
          if (fitting.length > 1) break;
        }
        const passingSchemas = fitting.length > 1 ? fitting : null;
        return fitting.length === 1 || run.fail('oneOf', { passingSchemas });
      }),
  allOf:
    ({ allOf }) =>
    (value, run, seen) =>
      run.every(allOf, (part) => run.judge(part, value, seen)),
  if:
    ({ if: condition, then, else: otherwise }) =>
    (value, run, seen) => {
      const holds = run.fits(condition, value, seen);
      const clause = holds ? then : otherwise;
      return (
        clause === undefined ||
        run.branch(clause, value, seen) ||
        run.fail('if', { failingKeyword: holds ? 'then' : 'else' })
      );
    },
};
