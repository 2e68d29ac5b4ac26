import type { FormData, FormSchema } from 'precandidate-contract';

type Schema = Record<string, unknown>;

/** Keywords whose schemas say more about the same value: one schema, or several. */
const ONE = ['if', 'then', 'else'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies'];

/**
 * Those of the kept values that the schema still asks for: of each field by its name, and of the
 * kind that it has by now. What does not fit would break the form, or go out unseen.
 */
export function fittingValues(values: unknown, schema: FormSchema): FormData | undefined {
  if (!isObject(values)) return undefined;
  const fields = fieldsOf(schema as unknown as Schema);
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const kinds = fields.get(name);
      return kinds?.some((field) => fits(value, field)) ?? false;
    }),
  ) as FormData;
}

/** Every field at the top, by name, with all that is said about it. */
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

/** Whether a value is drawn as the field is: an object, a list, or one value. */
function fits(value: unknown, field: unknown): boolean {
  if (value === undefined || !isObject(field) || field['type'] === undefined) return true;
  const kinds = [field['type']].flat().map(kindOfType);
  const isNothing = value === null && kinds.includes('null');
  if (!isNothing && !kinds.includes(kindOf(value))) return false;
  if (Array.isArray(value)) return value.every((item) => fits(item, field['items']));
  const { properties } = field;
  if (!isObject(value) || !isObject(properties)) return true;
  return Object.entries(value).every(([name, item]) => fits(item, properties[name]));
}

function kindOfType(type: unknown): string {
  return type === 'object' || type === 'array' || type === 'null' ? type : 'one';
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : 'one';
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
