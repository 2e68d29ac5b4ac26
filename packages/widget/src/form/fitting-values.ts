import type { FormData, FormSchema } from 'precandidate-contract';
import { fromFragment, valueAt } from '../validation/json.ts';

type Schema = Record<string, unknown>;

/** Keywords with further schemas for the same value: one schema, or several. */
const ONE = ['if', 'then', 'else'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies'];

/**
 * What of a draft still fits the schema: declared fields with a matching type. Other values would break
 * the form, or be sent unseen.
 */
export function fittingValues(values: unknown, schema: FormSchema): FormData | undefined {
  if (!isObject(values)) return undefined;
  const fields = fieldsOf(schema as unknown as Schema);
  const fitting = Object.entries(values).flatMap(([name, value]) => {
    const [most] = (fields.get(name) ?? [])
      .map((field) => fittingPart(value, field))
      .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
    return (most ?? []).map((part) => [name, part]);
  });
  return Object.fromEntries(fitting) as FormData;
}

/** What of a value fits one schema of its field: one value, or none. Keeps undeclared properties. */
function fittingPart(value: unknown, field: unknown): [] | [unknown] {
  if (value === undefined || !isObject(field)) return [value];
  if (isOtherConstant(value, field) || !isOfType(value, field['type'])) return [];
  const { items, properties } = field;
  if (Array.isArray(value)) return [value.flatMap((item) => fittingPart(item, items))];
  if (!isObject(value) || !isObject(properties)) return [value];
  const fitting = Object.entries(value).flatMap(([name, item]) =>
    fittingPart(item, properties[name]).map((part) => [name, part]),
  );
  return [Object.fromEntries(fitting)];
}

/** Every top-level field by name, with all its schemas. */
function fieldsOf(root: Schema): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  const seen = new Set<unknown>();
  const visit = (schema: unknown) => {
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, field] of Object.entries(schema['properties'] ?? {}))
      found.set(name, [...(found.get(name) ?? []), field]);
    const { $ref } = schema;
    if (typeof $ref === 'string') visit(valueAt(root, fromFragment($ref)));
    for (const keyword of ONE) visit(schema[keyword]);
    for (const keyword of SEVERAL) Object.values(schema[keyword] ?? {}).forEach(visit);
  };
  visit(root);
  return found;
}

/** The candidate cannot correct a constant. A boolean constant is a consent, which they give. */
function isOtherConstant(value: unknown, { const: fixed, type }: Schema): boolean {
  if (fixed === undefined || type === 'boolean' || typeof fixed === 'boolean') return false;
  return JSON.stringify(value) !== JSON.stringify(fixed);
}

/** Tells lists and objects from single values, whose text may be half-typed. */
function isOfType(value: unknown, type: unknown): boolean {
  if (type === undefined) return true;
  const types = [type].flat();
  if (Array.isArray(value)) return types.includes('array');
  if (isObject(value)) return types.includes('object');
  const others = value === null ? ['array', 'object'] : ['array', 'object', 'null'];
  return types.some((each) => !others.includes(String(each)));
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
