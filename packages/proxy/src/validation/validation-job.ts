import type { SanitizedSchema } from './sanitize-schema.ts';

/**
 * `complete`: the data as a whole. `prefill`: only what is there is judged; what is missing, at any
 * depth, may still be filled in.
 */
export type ValidationMode = 'complete' | 'prefill';

/** What the main thread asks of the worker, which answers with violations. */
export interface ValidationJob {
  /** Names the schema: one that was seen before is not compiled again. */
  etag: string;
  /** The schema as JSON: a text crosses threads faster than an object. */
  schema: string;
  data: unknown;
  mode: ValidationMode;
}

/** Sanitize a schema that the service sent as this text. */
export interface SanitizingJob {
  source: string;
}

/** `unusable`: the detail of the problem `schema-unusable`. */
export type SanitizingResult = { schema: SanitizedSchema } | { unusable: string };
