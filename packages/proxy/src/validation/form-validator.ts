import type { FormData, FormSchema, Violation } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { refPointer, segmentsOf } from './json-pointer.ts';
import type { SanitizedSchema } from './sanitize-schema.ts';
import { schemaUnusable } from './schema-rules.ts';
import type {
  SanitizingResult,
  SanitizingTask,
  ValidationTask,
  ValidationMode,
} from './validation-thread.ts';
import { TaskError, type TaskFailure, WorkerPool } from '../workers/worker-pool.ts';

const MAX_THREADS = 3;
/** Leaves room for a busy machine. */
const DEADLINE_MS = 2_000;

type Task = ValidationTask | SanitizingTask;

export type FormValidator = ReturnType<typeof createFormValidator>;

/** Validates form data in worker threads, so that no schema or data can block the server. */
export function createFormValidator(deadlineMs = DEADLINE_MS) {
  const pool = new WorkerPool<Task, Violation[] | SanitizingResult>({
    module: new URL('./validation-thread', import.meta.url),
    deadlineMs,
    maxThreads: MAX_THREADS,
  });

  /** The machine may have been busy: a check that is late runs once more. */
  function run(task: Task, fairnessKey?: string) {
    const tryAgain = (error: unknown) => {
      if (error instanceof TaskError && error.failure === 'late')
        return pool.run(task, fairnessKey);
      throw error;
    };
    const rejectWithProblem = (error: unknown): never => {
      throw error instanceof TaskError ? problemOf(error.failure) : error;
    };
    return pool.run(task, fairnessKey).catch(tryAgain).catch(rejectWithProblem);
  }

  return {
    /** Starts a thread ahead of the first validation. */
    warm: (): void => pool.warm(),

    /**
     * Returns up to 50 violations. Checks with the same `fairnessKey` (the sender; default: the form)
     * wait for each other, and do not delay others.
     *
     * @throws ProblemError `schema-unusable`: the check did not end in time (twice) or in memory, or the
     * schema does not compile · `internal`: the worker cannot run · `shutting-down`: after `close`.
     */
    async validate(
      sanitized: SanitizedSchema,
      data: unknown,
      mode: ValidationMode = 'complete',
      fairnessKey: string = sanitized.etag,
    ): Promise<Violation[]> {
      const task = { etag: sanitized.etag, schema: sanitized.json, data, mode };
      return (await run(task, fairnessKey)) as Violation[];
    },

    /**
     * Sanitizes a schema as the service sent it.
     *
     * @throws ProblemError `schema-unusable`, or as `validate`
     */
    async sanitize(source: string): Promise<SanitizedSchema> {
      const result = (await run({ source })) as SanitizingResult;
      if ('schema' in result) return result.schema;
      throw new ProblemError('schema-unusable', { detail: result.unusable });
    },

    /** Ends the threads; rejects pending checks with `shutting-down`. */
    close: (): Promise<void> => pool.close(),
  };
}

function problemOf(failure: TaskFailure): ProblemError {
  switch (failure) {
    case 'impossible':
      return schemaUnusable('does not compile');
    case 'late':
      return schemaUnusable('takes too long to check against');
    case 'out-of-memory':
      return schemaUnusable('takes too much memory to check against');
    case 'closed':
      return new ProblemError('shutting-down');
    case 'busy':
    case 'not-started':
      return new ProblemError('internal', { detail: 'The validation worker cannot start.' });
  }
}

/** Keywords with schemas for the same object: one, a list, or by name. */
const SCHEMA = ['if', 'then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf'];
const BY_NAME = ['dependentSchemas', 'dependencies'];

/**
 * Picks the fields that the form declares, so that a candidate cannot set a field of the service's own.
 * A schema with `additionalProperties` or `patternProperties` declares all fields.
 */
export function pickDeclaredFields(schema: FormSchema, data: FormData): FormData {
  const names = new Set<string>();
  const declaresAll = collectNames(schema, schema, names, new Set());
  if (declaresAll) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)));
}

/** Adds the names that a subschema declares for the whole. Returns whether it declares any field. */
function collectNames(
  subschema: unknown,
  root: FormSchema,
  names: Set<string>,
  seen: Set<unknown>,
): boolean {
  if (!isJsonObject(subschema) || seen.has(subschema)) return false;
  seen.add(subschema);
  for (const name of namesOf(subschema['properties'])) names.add(name);
  const further = subschema['additionalProperties'] ?? subschema['unevaluatedProperties'];
  let declaresAll =
    isJsonObject(further) || further === true || subschema['patternProperties'] !== undefined;
  const inPlace = [
    targetOf(subschema['$ref'], root),
    ...SCHEMA.map((keyword) => subschema[keyword]),
    ...LIST.flatMap((keyword) => subschema[keyword] ?? []),
    ...BY_NAME.flatMap((keyword) => Object.values(subschema[keyword] ?? {})),
  ];
  for (const inner of inPlace) declaresAll = collectNames(inner, root, names, seen) || declaresAll;
  return declaresAll;
}

const namesOf = (value: unknown) => (isJsonObject(value) ? Object.keys(value) : []);

/** A sanitized schema has only references that resolve inside it. */
function targetOf(ref: unknown, root: FormSchema): unknown {
  const pointer = typeof ref === 'string' ? refPointer(ref) : undefined;
  if (pointer === undefined) return undefined;
  return segmentsOf(pointer).reduce<unknown>(
    (place, key) => (place as Record<string, unknown> | undefined)?.[key],
    root,
  );
}
