import type { Violation } from 'precandidate-contract';
import type { CheckError } from '../validation/check.ts';
import type { ShownField } from './form-store.ts';
import { fromPointer, toPointer, valueAt } from '../validation/json.ts';

/** A violation with what its message needs. */
export interface FormViolation extends Pick<Violation, 'pointer' | 'keyword'> {
  params: Record<string, unknown>;
}

/** Keywords that only introduce the errors of a schema below them. */
const INTRODUCTIONS = new Set(['if', 'anyOf', 'oneOf', 'propertyNames', 'not']);

/** Keywords by how much they say: whoever types a word for a number need not hear of its limits. */
const ORDER = [
  'required',
  'dependentRequired',
  'dependencies',
  'type',
  'const',
  'enum',
  'minLength',
  'maxLength',
  'format',
  'pattern',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
];
const WEIGHTS = new Map(ORDER.map((keyword, weight) => [keyword, weight]));

/** A number that `locale-numbers.ts` left as text. */
const LONG_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * One violation per field, the one that says most. An entry of a list that was left empty is `null` in
 * `data`: it is missing, not of a wrong type.
 */
export function violationsOf(errors: readonly CheckError[], data?: unknown): FormViolation[] {
  return mostTelling(errors.map(violationOf)).map((violation) =>
    inView(violation, valueAt(data, fromPointer(violation.pointer))),
  );
}

/**
 * Of all violations one per field, the one that says most, whatever the order found. A part that fits
 * none of its shapes is named only when nothing inside it is.
 */
export function mostTelling(violations: readonly FormViolation[]): FormViolation[] {
  const byPointer = new Map<string, FormViolation>();
  const add = (violation: FormViolation) => {
    if (!byPointer.has(violation.pointer)) byPointer.set(violation.pointer, violation);
  };
  const isIntroduction = ({ keyword }: FormViolation) => INTRODUCTIONS.has(keyword);
  for (const violation of [...violations].sort(byWeight))
    if (!isIntroduction(violation)) add(violation);
  for (const violation of violations)
    if (isIntroduction(violation) && !namesBelow(byPointer, violation.pointer)) add(violation);
  return [...byPointer.values()];
}

function byWeight(a: FormViolation, b: FormViolation): number {
  const weight = ({ keyword }: FormViolation) => WEIGHTS.get(keyword) ?? ORDER.length;
  return weight(a) - weight(b);
}

/** What the value that was found adds: it is missing, or it is a number too long to be one. */
function inView(violation: FormViolation, value: unknown): FormViolation {
  if (value === null) return { ...violation, keyword: 'required' };
  const isTooLong = typeof value === 'string' && LONG_NUMBER.test(value);
  return violation.keyword === 'type' && isTooLong
    ? { ...violation, params: { ...violation.params, isTooLong } }
    : violation;
}

/** A missing field is named where it should be. */
function violationOf({ instancePath, keyword, params }: CheckError): FormViolation {
  const missing = params.missingProperty;
  const pointer =
    missing === undefined ? instancePath : instancePath + toPointer([String(missing)]);
  return { pointer, keyword, params };
}

/** Puts in what is wrong with the dates on the screen, in place of what the schema says of them. */
export function withFaults(
  violations: readonly FormViolation[],
  fields: readonly ShownField[],
  data: unknown,
): FormViolation[] {
  const faults = new Map<string, FormViolation>();
  for (const { pointer, faultOf } of fields) {
    const fault = faultOf?.(valueAt(data, fromPointer(pointer)));
    if (fault) faults.set(pointer, { pointer, keyword: 'format', params: { fault } });
  }
  const known = new Set(violations.map(({ pointer }) => pointer));
  const others = [...faults.values()].filter(({ pointer }) => !known.has(pointer));
  return [...violations.map((one) => faults.get(one.pointer) ?? one), ...others];
}

function namesBelow(found: ReadonlyMap<string, FormViolation>, pointer: string): boolean {
  return [...found.keys()].some((other) => other === pointer || other.startsWith(`${pointer}/`));
}
