import { hash } from 'node:crypto';
import { canonicalJson, childPointer, type FormData, type Violation } from 'precandidate-contract';
import { digest } from '../shared/digest.ts';
import { decodeJson, isJsonObject } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';

export interface Answers {
  data: FormData;
  /** Identifies the answers, whatever the order of their names. */
  body_hash: string;
  /** Numbers that would not be sent as they were written. */
  inexact: Violation[];
}

const MAX_REPORTED = 50;

/**
 * Reads the body of a submission. Throws `malformed-body`, `invalid-request`, or `body-too-large`.
 *
 * @param salt - without one, the digest of an identity number could be guessed
 */
export function readAnswers(body: Uint8Array, salt: string): Answers {
  const text = decodeJson(body);
  const inexactIn = new Map<object, string[]>();
  let data: unknown;
  try {
    data = parseNoting(text, inexactIn);
  } catch {
    throw new ProblemError('malformed-body', { detail: 'It is not JSON' });
  }
  if (!isJsonObject(data))
    throw new ProblemError('invalid-request', { detail: 'It is not an object' });
  return {
    data,
    body_hash: digest(salt, hash('sha256', canonicalJson(data))),
    inexact: violationsOf(inexactIn, data),
  };
}

/** The numbers in JSON text that would not be sent as they are written. */
export function inexactNumbers(json: string): Violation[] {
  const inexactIn = new Map<object, string[]>();
  return violationsOf(inexactIn, parseNoting(json, inexactIn));
}

const violationsOf = (inexactIn: Map<object, string[]>, data: unknown): Violation[] =>
  inexactIn.size === 0 ? [] : pointersTo(inexactIn, data).map(toViolation);

type Reviver = (this: object, key: string, value: unknown, context: { source: string }) => unknown;

/** Parses JSON. Notes inexact numbers by the object or list that holds them. */
function parseNoting(text: string, inexactIn: Map<object, string[]>): unknown {
  const revive: Reviver = function (key, value, { source }) {
    // Assigned to an object, these would replace its prototype.
    if (key === '__proto__' || (key === 'constructor' && hasPrototype(value)))
      throw new SyntaxError('replaces a prototype');
    if (typeof value === 'number' && !isExact(value, source)) {
      const keys = inexactIn.get(this) ?? [];
      if (keys.length < MAX_REPORTED) inexactIn.set(this, [...keys, key]);
    }
    return value;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

const hasPrototype = (value: unknown) => isJsonObject(value) && Object.hasOwn(value, 'prototype');

/** No number that is written longer is exact; the expression below need not read it. */
const LONGEST_NUMBER = 40;

/** Whether the value, written as JSON, is the number that the source says. */
function isExact(value: number, source: string): boolean {
  if (String(value) === source) return true;
  if (!Number.isFinite(value) || source.length > LONGEST_NUMBER) return false;
  return decimalOf(String(value)) === decimalOf(source);
}

/** Equal for the same number in another notation, such as `1.50e3` and `1500`. */
function decimalOf(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${significant}e${power}`;
}

function pointersTo(noted: ReadonlyMap<object, string[]>, value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (noted.get(value) ?? []).map((key) => childPointer(pointer, key));
  const below = Object.entries(value).flatMap(([key, child]) =>
    pointersTo(noted, child, childPointer(pointer, key)),
  );
  return [...own, ...below].slice(0, MAX_REPORTED);
}

const toViolation = (pointer: string): Violation => ({
  pointer,
  keyword: 'exact',
  detail: 'has more digits than the form can send',
});
