import type { SchemaDraft } from 'precandidate-contract';

/** Keywords that draft-07 would pass over, and what they ask for with them. */
const NEWER =
  /"(?:dependentRequired|dependentSchemas|prefixItems|unevaluatedProperties|unevaluatedItems)":/;
/** What 2020-12 no longer knows. */
const OLDER = /"(?:additionalItems|dependencies)":|"items":\[/;

/**
 * The draft of a schema that names none: the newer one when only that understands its keywords, else
 * the older, which most schemas without a name are written in.
 */
export function unnamedDraft(source: object): SchemaDraft {
  const text = JSON.stringify(source);
  return NEWER.test(text) && !OLDER.test(text) ? '2020-12' : 'draft-07';
}
