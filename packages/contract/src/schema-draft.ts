/** The supported drafts of JSON Schema. */
export type SchemaDraft = 'draft-07' | '2020-12';

/** The `$schema` of each draft. Schemas without one of these are read as draft-07. */
export const DRAFT_URIS: Readonly<Record<SchemaDraft, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** The draft of a `$schema`; `undefined` when it is not supported. */
export function namedDraft($schema: unknown): SchemaDraft | undefined {
  const bare = (uri: unknown) =>
    String(uri)
      .replace(/^https?:/, '')
      .replace(/#$/, '');
  const drafts = Object.keys(DRAFT_URIS) as SchemaDraft[];
  return drafts.find((draft) => bare(DRAFT_URIS[draft]) === bare($schema));
}
