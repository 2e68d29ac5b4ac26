import type { Branch, CheckError } from '../../checker/check-error.ts';

/** Says that a value belongs to another shape, rather than that something is missing in this one. */
const FOREIGN = new Set(['const', 'enum', 'type']);

/**
 * The errors of the shape that was chosen, or that the data comes closest to: what is wrong with all
 * other shapes of a part is no news to a candidate.
 *
 * @param chosen - index of the chosen shape by JSON Pointer of its part
 */
export function relevantErrors(
  errors: readonly CheckError[],
  chosen: ReadonlyMap<string, number>,
): CheckError[] {
  const misfits = new Map<object, Map<number, number>>();
  for (const error of errors)
    for (const { part, index } of error.branches) {
      const shapes = misfits.get(part) ?? new Map<number, number>();
      misfits.set(part, shapes.set(index, (shapes.get(index) ?? 0) + misfit(error)));
    }
  const isRelevant = ({ part, pointer, index }: Branch) =>
    index === (chosen.get(pointer) ?? leastOf(misfits.get(part)));
  return errors.filter(({ branches }) => branches.every(isRelevant));
}

function misfit({ keyword, params }: CheckError): number {
  // A value that is there fits no shape that wants none.
  if (keyword === 'type' && params.type === 'null') return 100;
  return FOREIGN.has(keyword) ? 10 : 1;
}

function leastOf(misfits: ReadonlyMap<number, number> = new Map()): number | undefined {
  return [...misfits].sort(([, a], [, b]) => a - b)[0]?.[0];
}
