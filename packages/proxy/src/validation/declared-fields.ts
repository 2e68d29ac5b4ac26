import type { FormData, FormSchema } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { refPointer, segmentsOf } from './json-pointer.ts';

/** Keywords with schemas for the same object: one, a list, or by name. */
const SCHEMA = ['if', 'then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf'];
const BY_NAME = ['dependentSchemas', 'dependencies'];

/**
 * Picks the fields that the form declares, so that a candidate cannot set a field of the service's own.
 * A schema with `additionalProperties` or `patternProperties` declares all fields.
 */
export function pickDeclaredFields(schema: FormSchema, data: FormData): FormData {
  const names = new Set<string>();
  const declaresAll = collectNames(schema, schema, names, new Set());
  if (declaresAll) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)));
}

/** Adds the names that a subschema declares for the whole. Returns whether it declares any field. */
function collectNames(
  subschema: unknown,
  root: FormSchema,
  names: Set<string>,
  seen: Set<unknown>,
): boolean {
  if (!isJsonObject(subschema) || seen.has(subschema)) return false;
  seen.add(subschema);
  for (const name of namesOf(subschema['properties'])) names.add(name);
  const further = subschema['additionalProperties'] ?? subschema['unevaluatedProperties'];
  let declaresAll =
    isJsonObject(further) || further === true || subschema['patternProperties'] !== undefined;
  const inPlace = [
    targetOf(subschema['$ref'], root),
    ...SCHEMA.map((keyword) => subschema[keyword]),
    ...LIST.flatMap((keyword) => subschema[keyword] ?? []),
    ...BY_NAME.flatMap((keyword) => Object.values(subschema[keyword] ?? {})),
  ];
  for (const inner of inPlace) declaresAll = collectNames(inner, root, names, seen) || declaresAll;
  return declaresAll;
}

const namesOf = (value: unknown) => (isJsonObject(value) ? Object.keys(value) : []);

/** A sanitized schema has only references that resolve inside it. */
function targetOf(ref: unknown, root: FormSchema): unknown {
  const pointer = typeof ref === 'string' ? refPointer(ref) : undefined;
  if (pointer === undefined) return undefined;
  return segmentsOf(pointer).reduce<unknown>(
    (place, key) => (place as Record<string, unknown> | undefined)?.[key],
    root,
  );
}
