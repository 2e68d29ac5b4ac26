import { type FormSchema, type SchemaDraft, namedDraft } from 'precandidate-contract';
import { isJsonObject, mapSubschemas } from './schema-rules.ts';

/** Keywords that further data may satisfy: incomplete data cannot violate them. */
const LATER: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'minItems',
  'contains',
  'minContains',
  'maxContains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/**
 * The schema that any part of valid data satisfies. It is lenient in doubt, because the submitted data
 * is validated as a whole. `oneOf` becomes `anyOf`: several branches may match incomplete data.
 */
export function completableSchema(schemaText: string): FormSchema {
  const schema: FormSchema = JSON.parse(schemaText);
  return completable(schema, namedDraft(schema['$schema']) ?? 'draft-07') as FormSchema;
}

function completable(node: unknown, draft: SchemaDraft): unknown {
  if (!isJsonObject(node)) return node;
  const entries = Object.entries(node).filter(([keyword]) => !LATER.has(keyword));
  const kept = mapSubschemas(Object.fromEntries(entries), draft, (below) =>
    completable(below, draft),
  );
  const { oneOf, ...rest } = withoutNames(kept);
  return oneOf === undefined ? rest : { ...rest, allOf: [...allOf(rest), { anyOf: oneOf }] };
}

/** Without the names in `dependencies`, which are required later. */
function withoutNames(schema: Record<string, unknown>): Record<string, unknown> {
  const { dependencies } = schema;
  if (!isJsonObject(dependencies)) return schema;
  const schemas = Object.entries(dependencies).filter(([, below]) => !Array.isArray(below));
  return { ...schema, dependencies: Object.fromEntries(schemas) };
}

function allOf({ allOf: given }: Record<string, unknown>): unknown[] {
  return Array.isArray(given) ? given : [];
}
