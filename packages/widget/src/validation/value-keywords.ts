import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { constantsOf } from 'precandidate-contract';
import { canonical } from './json.ts';
import type { Keywords, Rule } from './rule.ts';

/** Keywords for values of any type, except `type` itself. */
export const ANY_KEYWORDS: Keywords<unknown> = {
  $dynamicRef: (schema) => (value, run, seen) =>
    run.judge(run.target(schema, '$dynamicRef'), value, seen),
  $ref: (schema) => (value, run, seen) => run.judge(run.target(schema, '$ref'), value, seen),
  const: ({ const: allowedValue }) => {
    const only = canonical(allowedValue);
    return (value, run) => canonical(value) === only || run.fail('const', { allowedValue });
  },
  enum: ({ enum: allowedValues }) => enumRule(allowedValues),
  not: (schema) => (value, run) => !run.fits(schema.not, value) || run.fail('not', {}),
  anyOf: ({ anyOf }) => {
    const constants = constantsOf(anyOf);
    if (constants !== undefined) return enumRule(constants);
    return (value, run, seen) =>
      run.attempt(() => {
        const union = {};
        let fits = false;
        for (const [index, option] of anyOf.entries()) {
          if (run.branch(union, index, option, value, seen)) fits = true;
          if (fits && seen === undefined) break;
        }
        return fits || run.fail('anyOf', {});
      });
  },
  oneOf: ({ oneOf }) => {
    const constants = constantsOf(oneOf);
    if (constants !== undefined) return enumRule(constants);
    return (value, run, seen) =>
      run.attempt(() => {
        const union = {};
        const fitting: number[] = [];
        for (const [index, option] of oneOf.entries()) {
          if (run.branch(union, index, option, value, seen)) fitting.push(index);
          if (fitting.length > 1) break;
        }
        const passingSchemas = fitting.length > 1 ? fitting : null;
        return fitting.length === 1 || run.fail('oneOf', { passingSchemas });
      });
  },
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
        run.separately(clause, value, seen) ||
        run.fail('if', { failingKeyword: holds ? 'then' : 'else' })
      );
    },
};

function enumRule(allowedValues: readonly unknown[]): Rule<unknown> {
  const allowed = new Set(allowedValues.map(canonical));
  return (value, run) => allowed.has(canonical(value)) || run.fail('enum', { allowedValues });
}

/** 0.07 is a multiple of 0.01, but not exactly in binary. */
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

/** Uses the same code as the proxy; unknown formats are ignored. */
function isOfFormat(text: string, format: string): boolean {
  if (!Object.hasOwn(fullFormats, format)) return true;
  const known = fullFormats[format as FormatName];
  const test = typeof known === 'object' && 'validate' in known ? known.validate : known;
  if (test instanceof RegExp) return test.test(text);
  return typeof test !== 'function' || Boolean((test as (text: string) => unknown)(text));
}

/** Longer texts are left to the proxy, which has a linear-time engine: a slow match would hang the page. */
const MAX_PATTERN_TEXT = 500;

type Compare = (a: string, b: string) => number | undefined;

/** Compares two texts of a format, with the same code as the proxy. */
function comparing(format: string | undefined): Compare {
  const known = Object.hasOwn(fullFormats, format ?? '') && fullFormats[format as FormatName];
  const compare = typeof known === 'object' && 'compare' in known ? known.compare : undefined;
  return (compare as Compare | undefined) ?? (() => undefined);
}

/** In code points, as JSON Schema counts. */
const lengthOf = (text: string) => [...text].length;

export const TEXT_KEYWORDS: Keywords<string> = {
  maxLength:
    ({ maxLength: limit }) =>
    (text, run) =>
      text.length <= limit || lengthOf(text) <= limit || run.fail('maxLength', { limit }),
  minLength:
    ({ minLength: limit }) =>
    (text, run) =>
      lengthOf(text) >= limit || run.fail('minLength', { limit }),
  pattern: ({ pattern }) => {
    const expression = new RegExp(pattern, 'u');
    return (text, run) =>
      text.length > MAX_PATTERN_TEXT || expression.test(text) || run.fail('pattern', { pattern });
  },
  format:
    ({ format }) =>
    (text, run) =>
      isOfFormat(text, format) || run.fail('format', { format }),
  formatMaximum: ({ format, formatMaximum: limit }) => {
    const compare = comparing(format);
    return (text, run) =>
      !((compare(text, limit) ?? 0) > 0) || run.fail('formatMaximum', { comparison: '<=', limit });
  },
  formatMinimum: ({ format, formatMinimum: limit }) => {
    const compare = comparing(format);
    return (text, run) =>
      !((compare(text, limit) ?? 0) < 0) || run.fail('formatMinimum', { comparison: '>=', limit });
  },
};
