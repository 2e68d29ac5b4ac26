import type { FormData, FormSchema, Violation } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { childPointer, refPointer, segmentsOf } from './json-pointer.ts';

/** Keywords with schemas for the same object: one, a list, or by name. */
const SCHEMA = ['if', 'then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf'];
const BY_NAME = ['dependentSchemas', 'dependencies'];
/** Keywords with names of further required fields, by name. */
const BY_NAME_LIST = ['dependentRequired', 'dependencies'];

/**
 * The fields that the form does not declare: a candidate must not set a field of the service's own.
 * A schema with `additionalProperties` or `patternProperties` declares all fields. A name that is only
 * required is declared too: the form asks it as text.
 */
export function undeclaredFields(schema: FormSchema, data: FormData): Violation[] {
  const names = new Set<string>();
  if (collectNames(schema, schema, names, new Set())) return [];
  collectRequired(schema, names);
  return Object.keys(data)
    .filter((name) => !names.has(name))
    .map((name) => ({
      pointer: childPointer('', name),
      keyword: 'additionalProperties',
      detail: 'The form has no such field',
    }));
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
  // A required field without a definition is one of the form too: a candidate must give it.
  const required = [
    subschema['required'],
    ...BY_NAME_LIST.flatMap((keyword) => Object.values(subschema[keyword] ?? {})),
  ];
  for (const name of [...namesOf(subschema['properties']), ...required.flatMap(textsIn)])
    names.add(name);
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

/** The names that the schema lists without a definition, at its root or in a branch. */
function collectRequired(subschema: unknown, names: Set<string>): void {
  if (!isJsonObject(subschema)) return;
  for (const list of [subschema['required'], ...dependentNames(subschema)])
    if (Array.isArray(list)) for (const name of list) names.add(String(name));
  const branches = [
    ...SCHEMA.map((keyword) => subschema[keyword]),
    ...LIST.flatMap((keyword) => subschema[keyword] ?? []),
    ...BY_NAME.flatMap((keyword) => Object.values(subschema[keyword] ?? {})),
  ];
  for (const branch of branches) collectRequired(branch, names);
}

function dependentNames({ dependencies, dependentRequired }: Record<string, unknown>): unknown[] {
  return [dependencies, dependentRequired].flatMap((byName) => Object.values(byName ?? {}));
}

/** Names in `dependencies` or `dependentRequired` that the schema does not define. */
export function undefinedDependents(schema: Record<string, unknown>): string[] {
  const names = new Set<string>();
  if (collectNames(schema, schema as FormSchema, names, new Set())) return [];
  const listed = dependentNames(schema).flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set(listed.map(String))].filter((name) => !names.has(name));
}

const namesOf = (value: unknown) => (isJsonObject(value) ? Object.keys(value) : []);

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

/** A sanitized schema has only references that resolve inside it. */
function targetOf(ref: unknown, root: FormSchema): unknown {
  const pointer = typeof ref === 'string' ? refPointer(ref) : undefined;
  if (pointer === undefined) return undefined;
  return segmentsOf(pointer).reduce<unknown>(
    (place, key) => (place as Record<string, unknown> | undefined)?.[key],
    root,
  );
}
