import { mostBytes, parseDataUrl, type Violation } from 'precandidate-contract';
import { type Branch, type CheckError, pointerOf } from '../../validation/validation-run.ts';
import { canonical, childPointer, isNothing, parentOf, valueAt } from '../../validation/json.ts';
import { patternFault } from '../fields/patterns.ts';
import { headOf } from '../files/file-rules.ts';
import { closestOf, distanceOf } from './branch-distance.ts';
import { isSchema, requiredIn } from './schema.ts';

/** A violation with the parameters of its message. */
export interface FormViolation extends Pick<Violation, 'pointer' | 'keyword'> {
  params: Record<string, unknown>;
}

/** Keywords that fail because of errors in a subschema. */
const WRAPPERS = new Set(['if', 'anyOf', 'oneOf', 'propertyNames', 'not']);

/** Keywords, the most helpful first: if text is not a number, its limits do not matter. */
const KEYWORDS = [
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
  'formatMinimum',
  'formatMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
];
const RANKS = new Map(KEYWORDS.map((keyword, rank) => [keyword, rank]));

/** A number that `locale-numbers.ts` left as text, because it has too many digits. */
const LONG_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * The most helpful violation of each field. An empty array entry is missing: `null` in `data`, or
 * `undefined` where `null` is an answer.
 */
export function violationsOf(errors: readonly CheckError[], data?: unknown): FormViolation[] {
  const valueOf = ({ pointer }: FormViolation) => {
    const value = valueAt(data, pointer);
    return value ?? (Array.isArray(valueAt(data, parentOf(pointer))) ? null : value);
  };
  const violations = oneViolationPerField(
    errors.map((error) => ({ ...error, pointer: pointerOf(error) })),
  );
  const isWrong = (pointer: string) =>
    violations.some(
      (other) => other.pointer === pointer || other.pointer.startsWith(`${pointer}/`),
    );
  return violations
    .flatMap((violation) => {
      const repeated = violation.keyword === 'uniqueItems' && valueOf(violation);
      return Array.isArray(repeated) ? repeatsOf(violation, repeated, isWrong) : [violation];
    })
    .map((violation) => withValue(violation, valueOf(violation)));
}

/**
 * Emptiness is no value that could be repeated: entries without one are missing. An entry in which something is
 * wrong is not what it will be.
 *
 * @param isWrong - whether there is a violation at a JSON Pointer, or inside
 */
function repeatsOf(
  violation: FormViolation,
  entries: readonly unknown[],
  isWrong: (pointer: string) => boolean,
): FormViolation[] {
  const { pointer } = violation;
  const right = entries
    .map((entry, index) => ({ entry, pointer: childPointer(pointer, index) }))
    .filter((each) => !isWrong(each.pointer));
  const filled = right
    .filter(({ entry }) => !isNothing(entry))
    .map(({ entry }) => canonical(entry));
  if (new Set(filled).size < filled.length) return [violation];
  const empty = right.filter(({ entry }) => isNothing(entry)).slice(1);
  return empty.map((each) => ({ pointer: each.pointer, keyword: 'required', params: {} }));
}

const MISSING = new Set(['required', 'dependentRequired', 'dependencies']);

/** Whether a field lacks an answer, rather than having a wrong one. */
export const isMissing = ({ keyword }: Pick<FormViolation, 'keyword'>): boolean =>
  MISSING.has(keyword);

/** JSON Pointers of the required fields that are missing. */
export function missingIn(violations: readonly FormViolation[]): string[] {
  return violations.filter(isMissing).map(({ pointer }) => pointer);
}

function withValue(violation: FormViolation, value: unknown): FormViolation {
  if (value === null) return { ...violation, keyword: 'required' };
  const { keyword, params } = violation;
  if (typeof value !== 'string') return violation;
  if (keyword === 'pattern')
    return {
      ...violation,
      params: { ...params, fault: patternFault(String(params.pattern), value) },
    };
  if (keyword === 'maxLength')
    return { ...violation, params: { ...params, file: fileOver(params, value) } };
  const isTooLong = keyword === 'type' && LONG_NUMBER.test(value);
  return isTooLong ? { ...violation, params: { ...params, isTooLong } } : violation;
}

/** The size of a file whose text is too long, and of the largest one; `undefined` for other text. */
function fileOver({ limit }: FormViolation['params'], text: string): FileOver | undefined {
  const file = parseDataUrl(text);
  if (file === undefined) return undefined;
  return { bytes: file.bytes, largest: mostBytes(Number(limit), headOf(file.mediaType)) };
}

export interface FileOver {
  bytes: number;
  largest: number;
}

/** The most helpful violation of each field; a wrapper's only if there is none inside it. */
export function oneViolationPerField(violations: readonly FormViolation[]): FormViolation[] {
  const byPointer = new Map<string, FormViolation>();
  const add = (violation: FormViolation) => {
    if (!byPointer.has(violation.pointer)) byPointer.set(violation.pointer, violation);
  };
  const isWrapper = ({ keyword }: FormViolation) => WRAPPERS.has(keyword);
  const hasInside = (pointer: string) =>
    [...byPointer.keys()].some((other) => other === pointer || other.startsWith(`${pointer}/`));
  for (const violation of [...violations].sort(byRank)) if (!isWrapper(violation)) add(violation);
  for (const violation of violations)
    if (isWrapper(violation) && !hasInside(violation.pointer)) add(violation);
  return [...byPointer.values()];
}

function byRank(a: FormViolation, b: FormViolation): number {
  const rank = ({ keyword }: FormViolation) => RANKS.get(keyword) ?? KEYWORDS.length;
  return rank(a) - rank(b);
}

/**
 * Keeps the errors of the chosen branch of each `anyOf` and `oneOf`, or of the closest one: errors in
 * other branches do not help.
 *
 * @param decided - index of the branch that the form asks for
 */
export function relevantErrors(
  errors: readonly CheckError[],
  decided: (branch: Branch) => number | undefined,
): CheckError[] {
  let left = [...errors];
  const depth = Math.max(0, ...errors.map(({ branches }) => branches.length));
  // From the inside out: an outer branch is judged by the relevant errors of inner ones.
  for (let level = depth - 1; level >= 0; level -= 1) {
    const unions = branchesAt(left, level);
    const isRelevant = ({ branches }: CheckError) => {
      const branch = branches[level];
      if (branch === undefined) return true;
      const { union, index, pointer } = branch;
      return index === (decided(branch) ?? closest(unions.get(union), pointer));
    };
    const all = left;
    const alternativesOf = (error: CheckError) => {
      const branch = error.branches[level];
      const isOpen = branch !== undefined && decided(branch) === undefined;
      return isOpen ? withAlternatives(error, level, all) : error;
    };
    left = all.filter(isRelevant).map(alternativesOf);
  }
  return left;
}

/** Fields of which a form requires those of one alternative. */
export interface Alternative {
  title?: string;
  required: readonly string[];
}

const isAlternative = (branch: unknown): boolean =>
  isSchema(branch) && requiredIn(branch).length > 0;

/** Where nothing is given of what several branches require, no branch is closer than another. */
function withAlternatives(
  error: CheckError,
  level: number,
  all: readonly CheckError[],
): CheckError {
  const { branches, params, instancePath } = error;
  const union = branches[level]?.union;
  if (!union?.key.every(isAlternative)) return error;
  const found = all.filter((other) => other.branches[level]?.union === union);
  const isOwnField = (each: CheckError) =>
    each.keyword === 'required' &&
    each.branches.length === level + 1 &&
    each.instancePath === instancePath;
  const alternatives = union.key as Alternative[];
  const isNothingGiven =
    found.every(isOwnField) &&
    found.length === alternatives.flatMap(({ required }) => required).length;
  return isNothingGiven ? { ...error, params: { ...params, alternatives } } : error;
}

/** The errors in each branch at one level, by the keyword that holds the branches. */
function branchesAt(errors: readonly CheckError[], level: number): Map<object, CheckError[][]> {
  const unions = new Map<object, CheckError[][]>();
  for (const error of errors) {
    const branch = error.branches[level];
    if (branch === undefined) continue;
    const byIndex = unions.get(branch.union) ?? [];
    (byIndex[branch.index] ??= []).push(error);
    unions.set(branch.union, byIndex);
  }
  return unions;
}

/** The first branch that the value at a JSON Pointer is closest to; one without errors has none. */
function closest(branches: readonly (CheckError[] | undefined)[] = [], pointer: string): number {
  // Without errors, an array has a hole.
  return closestOf([...branches].map((errors) => errors && distanceOf(errors, pointer)));
}
