import { type FormSchema, type SchemaDraft, namedDraft } from 'precandidate-contract';
import { isJsonObject, mapSubschemas } from './schema-rules.ts';

/** Keywords that more data may satisfy, so that data which is not complete cannot break them. */
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
 * The schema that every part of a valid answer satisfies. In doubt it is lenient: the whole answer
 * is judged by the whole schema when it is submitted. `oneOf` becomes `anyOf`, as several branches
 * may fit until more is known.
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

/** Names that `dependencies` lists are required later. */
function withoutNames(schema: Record<string, unknown>): Record<string, unknown> {
  const { dependencies } = schema;
  if (!isJsonObject(dependencies)) return schema;
  const schemas = Object.entries(dependencies).filter(([, below]) => !Array.isArray(below));
  return { ...schema, dependencies: Object.fromEntries(schemas) };
}

function allOf({ allOf: given }: Record<string, unknown>): unknown[] {
  return Array.isArray(given) ? given : [];
}
