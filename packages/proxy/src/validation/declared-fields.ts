import {
  childPointer,
  type FormData,
  type FormSchema,
  valueAt,
  type Violation,
} from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { refPointer } from './json-pointer.ts';

/** Keywords with schemas for the same object: one, a list, or by name. */
const SCHEMA = ['if', 'then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf'];
const BY_NAME = ['dependentSchemas', 'dependencies'];
/** Keywords with names of further required fields, by name. */
const BY_NAME_LIST = ['dependentRequired', 'dependencies'];

/** Any other name may be something that a candidate entered, which no response repeats. */
const FIELD_NAME = /^[a-z_][\w./-]{0,63}$/i;

/**
 * The fields that the form does not declare: a candidate must not set a field of the service's own.
 * A schema with `additionalProperties` or `patternProperties` declares all fields. A name that is only
 * required, always or in a branch, is declared too: the form asks it as text.
 */
export function undeclaredFields(schema: FormSchema, data: FormData): Violation[] {
  const names = new Set<string>();
  if (collectNames(schema, schema, names, new Set())) return [];
  return Object.keys(data)
    .filter((name) => !names.has(name))
    .map((name) => ({
      pointer: FIELD_NAME.test(name) ? childPointer('', name) : '',
      keyword: 'additionalProperties',
      detail: 'The form has no such field',
    }));
}

/** Adds the names that a subschema has for the whole. Returns whether it declares any field. */
function collectNames(
  subschema: unknown,
  root: FormSchema,
  names: Set<string>,
  seen: Set<unknown>,
): boolean {
  if (!isJsonObject(subschema) || seen.has(subschema)) return false;
  seen.add(subschema);
  const { properties, required, $ref } = subschema;
  const own = [...namesOf(properties), ...textsIn(required), ...dependentNames(subschema)];
  for (const name of own) names.add(name);
  const further = subschema['additionalProperties'] ?? subschema['unevaluatedProperties'];
  let declaresAll =
    isJsonObject(further) || further === true || subschema['patternProperties'] !== undefined;
  const inPlace = [
    targetOf($ref, root),
    ...SCHEMA.map((keyword) => subschema[keyword]),
    ...LIST.flatMap((keyword) => subschema[keyword] ?? []),
    ...BY_NAME.flatMap((keyword) => Object.values(subschema[keyword] ?? {})),
  ];
  for (const inner of inPlace) declaresAll = collectNames(inner, root, names, seen) || declaresAll;
  return declaresAll;
}

const dependentNames = (schema: Record<string, unknown>): string[] =>
  BY_NAME_LIST.flatMap((keyword) => Object.values(schema[keyword] ?? {})).flatMap(textsIn);

const namesOf = (value: unknown) => (isJsonObject(value) ? Object.keys(value) : []);

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

function targetOf(ref: unknown, root: FormSchema): unknown {
  const pointer = typeof ref === 'string' ? refPointer(ref) : undefined;
  return pointer === undefined ? undefined : valueAt(root, pointer);
}
