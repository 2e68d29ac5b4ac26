import { type FormSchema, namedDraft, type SchemaDraft } from 'precandidate-contract';
import { isJsonObject } from '../schemas/is-json-object.ts';
import { mapSubschemas } from '../schemas/map-subschemas.ts';

/**
 * The same schema, with all that `contains` asks for in a double `not`. AJV blames each item that
 * `contains` passed over, by paths that a `$ref` makes untraceable; of a `not` it tells nothing but
 * that it failed, at a path that begins with the one of `contains`.
 */
export function quietContains(schema: FormSchema): FormSchema {
  return quiet(schema, namedDraft(schema['$schema']) ?? 'draft-07') as FormSchema;
}

function quiet(node: unknown, draft: SchemaDraft): unknown {
  if (!isJsonObject(node)) return node;
  return mapSubschemas(node, draft, (below, keyword) =>
    keyword === 'contains' ? { not: { not: quiet(below, draft) } } : quiet(below, draft),
  );
}
