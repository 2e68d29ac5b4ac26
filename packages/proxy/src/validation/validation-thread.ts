import { LRUCache } from 'lru-cache';
import type { Violation } from 'precandidate-contract';
import { serveTasks } from '../workers/worker-pool.ts';
import { compileChecker, completableSchema, type Checker } from './compile-checker.ts';
import { toViolations } from './violations.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { type SanitizedSchema, sanitizeSchema } from './sanitize-schema.ts';

/** `complete`: all of the data. `prefill`: missing values, at any depth, are not violations. */
export type ValidationMode = 'complete' | 'prefill';

/** Validate data; the worker replies with violations. */
export interface ValidationTask {
  /** Identifies the schema: a known one is not compiled again. */
  etag: string;
  /** The schema as JSON: text passes between threads faster than an object. */
  schema: string;
  data: unknown;
  mode: ValidationMode;
}

/** Sanitize a schema that the service sent as this text. */
export interface SanitizingTask {
  source: string;
}

/** `unusable`: the detail of the problem `schema-unusable`. */
export type SanitizingResult = { schema: SanitizedSchema } | { unusable: string };

/** A thread that sanitizes schemas and validates data. The server ends it when it hangs. */
const checkers = new LRUCache<string, Checker, ValidationTask>({
  max: 64,
  memoMethod: (_key, _stale, { context: { mode, schema } }) =>
    compileChecker(mode === 'prefill' ? completableSchema(schema) : JSON.parse(schema)),
});

serveTasks((task: ValidationTask | SanitizingTask): Violation[] | SanitizingResult => {
  if ('source' in task) return sanitize(task.source);
  const checker = checkers.memo(`${task.mode} ${task.etag}`, { context: task });
  return toViolations(checker(task.data));
});

function sanitize(source: string): SanitizingResult {
  try {
    return { schema: sanitizeSchema(JSON.parse(source)) };
  } catch (error) {
    if (error instanceof ProblemError) return { unusable: error.problem.detail ?? '' };
    throw error;
  }
}
