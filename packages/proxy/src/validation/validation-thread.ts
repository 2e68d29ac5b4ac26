import type { ErrorObject } from 'ajv';
import { LRUCache } from 'lru-cache';
import {
  childPointer,
  type FormData,
  type FormSchema,
  type Violation,
} from 'precandidate-contract';
import { serveTasks } from '../workers/worker-pool.ts';
import { type CheckedUiSchema, checkUiSchema } from './check-ui-schema.ts';
import { type Checker, compileChecker, completableSchema } from './ajv-checker.ts';
import { readAnswers } from './read-answers.ts';
import { type SanitizedSchema, sanitizeSchema } from '../sanitizer/sanitize-schema.ts';
import { prefilledConsents, undeclaredFields } from './schema-place.ts';

/** A schema that the thread compiles once for all tasks with the same `etag`. */
interface SchemaOfTask {
  etag: string;
  /** The schema as JSON: text passes between threads faster than an object. */
  schema: string;
}

/** Read a submission's body and validate it. Without a schema, only read it. */
export interface AnswersTask {
  kind: 'answers';
  body: Uint8Array;
  salt: string;
  against: SchemaOfTask | undefined;
}

/** The answers as JSON, what identifies them, and what is wrong with them. */
export interface CheckedAnswers {
  json: Uint8Array<ArrayBuffer>;
  body_hash: string;
  /** Fields that the form does not declare. */
  undeclared: Violation[];
  /** What else violates the form's schema. */
  violations: Violation[];
}

/** Check the values of a prefill: missing values, at any depth, are not violations. */
export interface PrefillTask extends SchemaOfTask {
  kind: 'prefill';
  data: FormData;
}

/** Compare a `ui_schema` with the schema, as JSON, of its form. */
export interface UiSchemaTask {
  kind: 'ui-schema';
  uiSchema: unknown;
  schema: string;
}

/** Sanitize a schema that the service sent as this text. */
export interface SanitizingTask {
  kind: 'sanitize';
  source: string;
}

export type ValidationTask = AnswersTask | PrefillTask | UiSchemaTask | SanitizingTask;
export type ValidationResult = CheckedAnswers | Violation[] | CheckedUiSchema | SanitizedSchema;

const MAX_VIOLATIONS = 50;
const UTF8 = new TextEncoder();

/** By kind of task and `etag`. */
const checkers = new LRUCache<string, Checker, () => Checker>({
  max: 64,
  memoMethod: (_key, _stale, { context: compile }) => compile(),
});

/** A thread that reads answers, validates data, and sanitizes schemas. The server ends it when it hangs. */
serveTasks(run);

function run(task: ValidationTask): ValidationResult {
  switch (task.kind) {
    case 'answers':
      return checkAnswers(task);
    case 'prefill':
      return checkPrefill(task);
    case 'ui-schema':
      return checkUiSchema(JSON.parse(task.schema) as FormSchema, task.uiSchema);
    case 'sanitize':
      return sanitizeSchema(JSON.parse(task.source));
  }
}

function checkAnswers({ body, salt, against }: AnswersTask): CheckedAnswers {
  const { data, body_hash, inexact } = readAnswers(body, salt);
  if (against === undefined)
    return { json: UTF8.encode(), body_hash, undeclared: [], violations: [] };
  const schema = JSON.parse(against.schema) as FormSchema;
  const check = checkers.memo(against.etag, { context: () => compileChecker(schema) });
  const violations = toViolations(check(data));
  return {
    json: UTF8.encode(JSON.stringify(data)),
    body_hash,
    undeclared: undeclaredFields(schema, data).slice(0, MAX_VIOLATIONS),
    violations: [...inexact, ...violations].slice(0, MAX_VIOLATIONS),
  };
}

function checkPrefill({ data, etag, schema }: PrefillTask): Violation[] {
  const form = JSON.parse(schema) as FormSchema;
  const compile = () => compileChecker(completableSchema(form));
  const check = checkers.memo(`prefill ${etag}`, { context: compile });
  return [
    ...undeclaredFields(form, data),
    ...prefilledConsents(form, data),
    ...toViolations(check(data)),
  ].slice(0, MAX_VIOLATIONS);
}

/** AJV's errors without values. AJV's messages name keywords and limits of the schema, never data. */
function toViolations(errors: readonly ErrorObject[]): Violation[] {
  const byKey = new Map<string, Violation>();
  for (const error of errors) {
    const { keyword, message: detail = 'is invalid' } = error;
    // The branch that failed has errors of its own.
    if (keyword === 'if') continue;
    const pointer = pointerOf(error);
    const key = `${keyword} ${pointer}`;
    if (!byKey.has(key)) byKey.set(key, { pointer, keyword, detail });
    if (byKey.size === MAX_VIOLATIONS) break;
  }
  return [...byKey.values()];
}

/** A missing field has the pointer where it belongs. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params['missingProperty'];
  return typeof missing === 'string' ? childPointer(instancePath, missing) : instancePath;
}
