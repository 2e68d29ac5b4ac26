import type { CheckError } from '../../validation/validation-run.ts';

/** What counts against a branch, the strongest first. */
const REASONS = [
  // The value is of a type that the branch does not have.
  'otherType',
  // Members that the branch does not allow.
  'forbidden',
  // Constants of other branches.
  'constants',
  // Answers that the branch does not ask for, but another one does: they would be lost.
  'unasked',
  // Options that the branch does not offer.
  'options',
  // Members of another type.
  'types',
  // Everything else.
  'others',
] as const;

type Reason = (typeof REASONS)[number];

/** How far a value is from a branch: how often each reason counts. */
export type Distance = Readonly<Partial<Record<Reason, number>>>;

const COUNTED: Readonly<Record<string, Reason>> = {
  'false schema': 'forbidden',
  const: 'constants',
  enum: 'options',
  type: 'types',
};

/** @param errors - of the value at a JSON Pointer in a branch */
export function distanceOf(errors: readonly CheckError[], pointer: string, unasked = 0): Distance {
  const distance: Partial<Record<Reason, number>> = { unasked };
  for (const { keyword, instancePath } of errors) {
    const isOfOtherType = keyword === 'type' && instancePath === pointer;
    const reason = isOfOtherType ? 'otherType' : (COUNTED[keyword] ?? 'others');
    distance[reason] = (distance[reason] ?? 0) + 1;
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

function isLess(one: Distance, other: Distance): boolean {
  const differences = REASONS.map((reason) => (one[reason] ?? 0) - (other[reason] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}
