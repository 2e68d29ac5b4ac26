import type { SanitizedSchema } from './sanitize-schema.ts';

/** `complete`: all of the data. `prefill`: missing values, at any depth, are not violations. */
export type ValidationMode = 'complete' | 'prefill';

/** Validate data; the worker replies with violations. */
export interface ValidationJob {
  /** Identifies the schema: a known one is not compiled again. */
  etag: string;
  /** The schema as JSON: text passes between threads faster than an object. */
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
