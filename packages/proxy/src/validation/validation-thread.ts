import type { ErrorObject } from 'ajv';
import { LRUCache } from 'lru-cache';
import type { Violation } from 'precandidate-contract';
import { serveTasks } from '../workers/worker-pool.ts';
import { type Checker, compileChecker, completableSchema } from './compile-checker.ts';
import { childPointer } from './json-pointer.ts';
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

const MOST_VIOLATIONS = 50;

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

/** AJV's errors without values. AJV's messages name keywords and limits of the schema, never data. */
function toViolations(errors: readonly ErrorObject[]): Violation[] {
  const byKey = new Map<string, Violation>();
  const isSkipped = skippedItems(errors);
  for (const error of errors) {
    const { keyword, message: detail = 'is invalid' } = error;
    // The branch that failed has errors of its own.
    if (keyword === 'if' || isSkipped(error)) continue;
    const pointer = pointerOf(error);
    const key = `${keyword} ${pointer}`;
    if (!byKey.has(key)) byKey.set(key, { pointer, keyword, detail });
    if (byKey.size === MOST_VIOLATIONS) break;
  }
  return [...byKey.values()];
}

/** AJV also reports each item that `contains` skipped. None of them is wrong by itself. */
function skippedItems(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const lists = errors.filter(({ keyword }) => keyword === 'contains');
  return ({ schemaPath }) => lists.some((list) => schemaPath.startsWith(`${list.schemaPath}/`));
}

/** A missing field has the pointer where it belongs. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params['missingProperty'];
  return typeof missing === 'string' ? childPointer(instancePath, missing) : instancePath;
}
