/**
 * What a form schema may cost. Each limit is far above any form that a person would fill in, and
 * far below what holds up a browser.
 */
export const SCHEMA_LIMITS = {
  /** Of the schema as compact JSON, in UTF-16 units. */
  characters: 262_144,
  /** Nesting of the JSON; a nested object costs two levels. */
  depth: 64,
  /** Values of the JSON: objects, arrays and scalars. */
  nodes: 20_000,
  /** Values in one `enum`: all municipalities of the largest country fit. */
  enum: 6_000,
  /** `minItems`, `minContains`: rows that a form shows before anyone adds one. */
  rows: 100,
  /** `minProperties`. */
  fields: 1_000,
  /** Schemas that one form unfolds to through `$ref`, combinations and the rows it must show. */
  unfolded: 2_000,
  /** Of one `pattern`. */
  pattern_characters: 500,
} as const;
