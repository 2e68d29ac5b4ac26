import type { Branch } from '../../src/validation/run.ts';
import { fromPointer, toPointer, valueAt } from '../../src/validation/json.ts';

/** An error of AJV. */
export interface AjvError {
  instancePath: string;
  schemaPath: string;
}

/** Keywords whose schemas are for the same value, with the number of path segments to such a schema. */
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
/** Keywords whose schemas have a name or an index. */
const NAMED = new Set(['properties', 'patternProperties', 'prefixItems']);
/** The branches around an error of AJV, from its path in the schema. */
export function branchesOf(
  { schemaPath, instancePath }: AjvError,
  unions: Map<string, Branch['union']>,
  schema: object,
): Branch[] {
  if (!/\/(?:oneOf|anyOf)\/\d/.test(schemaPath)) return [];
  const steps = fromPointer(schemaPath.slice(1)).map(decodeURIComponent);
  const path = fromPointer(instancePath);
  const branches: Branch[] = [];
  let depth = 0;
  let at = 0;
  while (at < steps.length - 1) {
    const keyword = steps[at] ?? '';
    const inPlace = IN_PLACE[keyword];
    if (keyword === 'oneOf' || keyword === 'anyOf') {
      const pointer = toPointer(path.slice(0, depth));
      const place = `${pointer} ${steps.slice(0, at + 1).join('/')}`;
      const union = unions.get(place) ?? { key: keyOf(schema, steps.slice(0, at + 1)) };
      unions.set(place, union);
      branches.push({ union, pointer, index: Number(steps[at + 1]) });
    }
    if (inPlace === undefined) depth += 1;
    at += 1 + (inPlace ?? (NAMED.has(keyword) || isNumber(keyword, steps[at + 1]) ? 1 : 0));
  }
  return branches;
}

/** The array of branches at a path in the schema. */
function keyOf(schema: object, path: readonly string[]): readonly unknown[] {
  const key = valueAt(schema, path);
  return Array.isArray(key) ? key : [];
}

/** `items` may be one schema or a list of them. */
function isNumber(keyword: string, step: string | undefined): boolean {
  return keyword === 'items' && step !== undefined && /^\d+$/.test(step);
}
