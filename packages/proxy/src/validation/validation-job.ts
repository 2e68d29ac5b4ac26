import type { Violation } from 'precandidate-contract';
import type { ValidationMode } from './form-validator.ts';

/** What the main thread asks of the worker. */
export interface ValidationJob {
  /** Names the schema: one that was seen before is not compiled again. */
  etag: string;
  /** The schema as JSON: a text crosses threads faster than an object. */
  schema: string;
  data: unknown;
  mode: ValidationMode;
}

/** What the worker answers; first of all, once, that it can be asked. */
export type ValidationReply =
  { kind: 'ready' } | { kind: 'judged'; violations: Violation[] } | { kind: 'uncompilable' };
