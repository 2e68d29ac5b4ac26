import type { CheckError } from '../validation/check.ts';

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
  let left = errors;
  const depth = Math.max(0, ...errors.map(({ branches }) => branches.length));
  // From the inside out: what a part is judged by is only what is told of the parts within it.
  for (let level = depth - 1; level >= 0; level -= 1) {
    const misfits = misfitsAt(left, level);
    left = left.filter(({ branches }) => {
      const branch = branches[level];
      if (branch === undefined) return true;
      return branch.index === (chosen.get(branch.pointer) ?? leastOf(misfits.get(branch.part)));
    });
  }
  return [...left];
}

/** How far the data is from each shape of each part at one level. */
function misfitsAt(errors: readonly CheckError[], level: number): Map<object, Map<number, number>> {
  const misfits = new Map<object, Map<number, number>>();
  for (const error of errors) {
    const branch = error.branches[level];
    if (branch === undefined) continue;
    const { part, index } = branch;
    const shapes = misfits.get(part) ?? new Map<number, number>();
    misfits.set(part, shapes.set(index, (shapes.get(index) ?? 0) + misfit(error)));
  }
  return misfits;
}

function misfit({ keyword, params }: CheckError): number {
  // No data ever fits it.
  if (keyword === 'false schema') return 1_000;
  // A value that is there fits no shape that wants none.
  if (keyword === 'type' && params.type === 'null') return 100;
  return FOREIGN.has(keyword) ? 10 : 1;
}

function leastOf(misfits: ReadonlyMap<number, number> = new Map()): number | undefined {
  return [...misfits].sort(([i, a], [j, b]) => a - b || i - j)[0]?.[0];
}
