import type { CheckError } from '../../validation/validation-run.ts';

/** How far a value is from a branch: how often each of these counts against it, the strongest first. */
export interface Distance {
  /** The value is of a type that the branch does not have. */
  otherType: number;
  /** Members that the branch does not allow. */
  forbidden: number;
  /** Constants of other branches. */
  constants: number;
  /** Answers that the branch does not ask for, but another one does: they would be lost. */
  unasked: number;
  /** Options that the branch does not offer. */
  options: number;
  /** Members of another type. */
  types: number;
  /** Everything else. */
  others: number;
}

const COUNTED: Readonly<Record<string, keyof Distance>> = {
  'false schema': 'forbidden',
  const: 'constants',
  enum: 'options',
  type: 'types',
};

/** @param errors - of the value at a JSON Pointer in a branch */
export function distanceOf(errors: readonly CheckError[], pointer: string, unasked = 0): Distance {
  const distance = {
    otherType: 0,
    forbidden: 0,
    constants: 0,
    unasked,
    options: 0,
    types: 0,
    others: 0,
  };
  for (const { keyword, instancePath } of errors) {
    const isOfOtherType = keyword === 'type' && instancePath === pointer;
    distance[isOfOtherType ? 'otherType' : (COUNTED[keyword] ?? 'others')] += 1;
  }
  return distance;
}

/** Index of the closest one, the first of several; -1 where all are `undefined`. */
export function closestOf(distances: readonly (Distance | undefined)[]): number {
  return distances.reduce((closest, distance, index) => {
    const best = distances[closest];
    const isCloser = distance !== undefined && (best === undefined || isLess(distance, best));
    return isCloser ? index : closest;
  }, -1);
}

/** Compares field by field, in the order of {@link Distance}. */
function isLess(one: Distance, other: Distance): boolean {
  const names = Object.keys(one) as (keyof Distance)[];
  const decisive = names.find((name) => one[name] !== other[name]);
  return decisive !== undefined && one[decisive] < other[decisive];
}
