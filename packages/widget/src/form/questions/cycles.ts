import { isSchema, type Schema } from './schema.ts';

const SCHEMAS = ['if', 'then', 'else', 'not'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];
const MAPS = ['properties', 'dependencies', 'dependentSchemas'];

/**
 * The references that would make a form without an end, such as a person whose parent is a person. A
 * list ends, unless it must have an entry.
 *
 * @param target - the schema that a `$ref` leads to
 */
export function cyclicReferences(
  root: Schema,
  target: ($ref: string) => Schema | undefined,
): ReadonlySet<unknown> {
  const endless = new Set<unknown>();
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const visit = (schema: unknown) => {
    if (!isSchema(schema) || done.has(schema)) return;
    open.add(schema);
    for (const next of nextOf(schema)) visit(next);
    const { $ref } = schema;
    const found = typeof $ref === 'string' ? target($ref) : undefined;
    if (open.has(found)) endless.add(schema);
    else visit(found);
    open.delete(schema);
    done.add(schema);
  };
  visit(root);
  for (const lists of listsIn(root)) visit(lists);
  return endless;
}

function nextOf(schema: Schema): unknown[] {
  const { items, minItems = 0 } = schema;
  return [
    ...SCHEMAS.map((keyword) => schema[keyword]),
    ...LISTS.flatMap((keyword) => Object.values(schema[keyword] ?? {})),
    ...MAPS.flatMap((keyword) => Object.values(schema[keyword] ?? {})),
    ...((minItems as number) > 0 ? [items].flat() : []),
  ];
}

/** The schemas of the entries of all lists: each starts a path of its own. */
function listsIn(root: Schema): unknown[] {
  const found: unknown[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isSchema(value)) found.push(...[value['items'] ?? []].flat());
    Object.values(value).forEach(visit);
  };
  visit(root);
  return found;
}
