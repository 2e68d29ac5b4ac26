import type { CheckError } from '../../checker/check-error.ts';
import { fromFragment, fromPointer, toPointer } from '../../checker/json-pointer.ts';

/** Where an error lies within parts that may take several shapes, from the outside in. */
interface Branch {
  /** The part, by its place in the schema and in the data. */
  part: string;
  /** JSON Pointer of the part in the data. */
  pointer: string;
  /** Which of its shapes, from 0. */
  index: number;
}

/** Keywords below which a schema is for the same value, by how many segments lead to that schema. */
const IN_PLACE: Record<string, number> = {
  $ref: 0,
  allOf: 1,
  anyOf: 1,
  dependencies: 1,
  dependentSchemas: 1,
  else: 0,
  if: 0,
  not: 0,
  oneOf: 1,
  then: 0,
};
/** Keywords whose schemas are by name or by number. */
const NAMED = new Set(['properties', 'patternProperties', 'prefixItems']);
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
  const placed = errors.map((error) => ({ error, branches: branchesOf(error) }));
  const misfits = new Map<string, Map<number, number>>();
  for (const { error, branches } of placed)
    for (const { part, index } of branches) {
      const shapes = misfits.get(part) ?? new Map<number, number>();
      misfits.set(part, shapes.set(index, (shapes.get(index) ?? 0) + misfit(error)));
    }
  const isRelevant = ({ part, pointer, index }: Branch) =>
    index === (chosen.get(pointer) ?? leastOf(misfits.get(part)));
  return placed.filter(({ branches }) => branches.every(isRelevant)).map(({ error }) => error);
}

function misfit({ keyword, params }: CheckError): number {
  // A value that is there fits no shape that wants none.
  if (keyword === 'type' && params.type === 'null') return 100;
  return FOREIGN.has(keyword) ? 10 : 1;
}

function leastOf(misfits: ReadonlyMap<number, number> = new Map()): number | undefined {
  return [...misfits].sort(([, a], [, b]) => a - b)[0]?.[0];
}

function branchesOf({ schemaPath, instancePath }: CheckError): Branch[] {
  if (!/\/(?:oneOf|anyOf)\/\d/.test(schemaPath)) return [];
  const steps = fromFragment(schemaPath);
  const path = fromPointer(instancePath);
  const branches: Branch[] = [];
  let depth = 0;
  let at = 0;
  while (at < steps.length - 1) {
    const keyword = steps[at] ?? '';
    const inPlace = IN_PLACE[keyword];
    if (keyword === 'oneOf' || keyword === 'anyOf') {
      const pointer = toPointer(path.slice(0, depth));
      const part = `${pointer} ${steps.slice(0, at + 1).join('/')}`;
      branches.push({ part, pointer, index: Number(steps[at + 1]) });
    }
    if (inPlace === undefined) depth += 1;
    at += 1 + (inPlace ?? (NAMED.has(keyword) || isNumber(keyword, steps[at + 1]) ? 1 : 0));
  }
  return branches;
}

/** `items` may be one schema or a list of them. */
function isNumber(keyword: string, step: string | undefined): boolean {
  return keyword === 'items' && step !== undefined && /^\d+$/.test(step);
}
