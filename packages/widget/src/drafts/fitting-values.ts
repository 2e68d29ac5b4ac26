import type { FormData, FormSchema } from 'precandidate-contract';

type Schema = Record<string, unknown>;

/** Keywords with further schemas for the same value: one schema, or several. */
const ONE = ['if', 'then', 'else'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies'];

/**
 * The values of a draft whose fields the schema still has, with a matching type. Other values would
 * break the form, or be sent unseen.
 */
export function fittingValues(values: unknown, schema: FormSchema): FormData | undefined {
  if (!isObject(values)) return undefined;
  const fields = fieldsOf(schema as unknown as Schema);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const kinds = fields.get(name) ?? [];
      const rest = kinds.reduce(withoutOtherConstants, value);
      return kinds.some((field) => fits(rest, field)) ? [[name, rest]] : [];
    }),
  ) as FormData;
}

/** A value without constants that differ from the schema's. */
function withoutOtherConstants(value: unknown, field: unknown): unknown {
  if (Array.isArray(value) && isObject(field))
    return value.map((item) => withoutOtherConstants(item, field['items']));
  const properties = isObject(field) ? field['properties'] : undefined;
  if (!isObject(value) || !isObject(properties)) return value;
  const kept = Object.entries(value)
    .filter(([name, item]) => !isOtherConstant(item, asSchema(properties[name])))
    .map(([name, item]) => [name, withoutOtherConstants(item, properties[name])]);
  return Object.fromEntries(kept);
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
    visit(resolve(schema['$ref'], root));
    for (const keyword of ONE) visit(schema[keyword]);
    for (const keyword of SEVERAL) Object.values(schema[keyword] ?? {}).forEach(visit);
  };
  visit(root);
  return found;
}

function resolve(reference: unknown, root: Schema): unknown {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const steps = reference.slice(2).split('/');
  return steps.reduce<unknown>(
    (place, step) =>
      isObject(place) ? place[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined,
    root,
  );
}

/** Whether a value is of the field's kind (object, list, or single value), and equal to its constant. */
function fits(value: unknown, field: unknown): boolean {
  if (value === undefined || !isObject(field)) return true;
  if (isOtherConstant(value, field)) return false;
  if (field['type'] === undefined) return true;
  const kinds = [field['type']].flat().map(kindOfType);
  const isNothing = value === null && kinds.includes('null');
  if (!isNothing && !kinds.includes(kindOf(value))) return false;
  if (Array.isArray(value)) return value.every((item) => fits(item, field['items']));
  const { properties } = field;
  if (!isObject(value) || !isObject(properties)) return true;
  return Object.entries(value).every(([name, item]) => fits(item, properties[name]));
}

/** The candidate cannot correct a constant. A boolean constant is a consent, which they give. */
function isOtherConstant(value: unknown, { const: fixed, type }: Schema): boolean {
  if (fixed === undefined || type === 'boolean' || typeof fixed === 'boolean') return false;
  return JSON.stringify(value) !== JSON.stringify(fixed);
}

function kindOfType(type: unknown): string {
  return type === 'object' || type === 'array' || type === 'null' ? type : 'one';
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : 'one';
}

function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
