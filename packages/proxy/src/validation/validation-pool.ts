import type { FormData, Violation } from 'precandidate-contract';
import { ProblemError } from '../shared/problem-error.ts';
import type { CheckedUiSchema } from './check-ui-schema.ts';
import type { SanitizedSchema } from '../sanitizer/sanitize-schema.ts';
import { schemaUnusable } from '../sanitizer/schema-rules.ts';
import type { CheckedAnswers, ValidationResult, ValidationTask } from './validation-thread.ts';
import { TaskError, type TaskFailure, WorkerPool } from '../workers/worker-pool.ts';

const MAX_THREADS = 3;
/** Of processor time; a body of 8 MB takes an eighth. */
const DEADLINE_MS = 2_000;
/** More than the threads finish in a few seconds. */
const MAX_WAITING = 256;
const RETRY_AFTER_MS = 2_000;

interface AnswersContext {
  /** Whose they are: see {@link WorkerPool}. */
  person_id: string;
  /** For the digest of the answers. */
  salt: string;
  sanitized?: SanitizedSchema;
}

/** Validates form data in worker threads, so that no schema or data can block the server. */
export class ValidationPool {
  readonly #pool: WorkerPool<ValidationTask, ValidationResult>;

  constructor(deadlineMs = DEADLINE_MS) {
    this.#pool = new WorkerPool({
      module: new URL('./validation-thread', import.meta.url),
      deadlineMs,
      maxThreads: MAX_THREADS,
      maxWaiting: MAX_WAITING,
    });
  }

  warm(): void {
    this.#pool.warm();
  }

  /** Ends the threads; rejects pending checks with `shutting-down`. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /**
   * Reads the body of a submission and validates it; without a schema, only reads it. Bodies of one
   * person wait for each other, and do not delay others.
   *
   * @throws ProblemError the body's problem, or as `#run`
   */
  async checkAnswers(
    body: Uint8Array,
    { person_id, salt, sanitized }: AnswersContext,
  ): Promise<CheckedAnswers> {
    const against = sanitized && { etag: sanitized.etag, schema: sanitized.json };
    const task = { kind: 'answers', body, salt, against } as const;
    return (await this.#run(task, person_id)) as CheckedAnswers;
  }

  /** Up to 50 violations; missing values are none. Rejects as `#run`. */
  async checkPrefill(
    { etag, json: schema }: SanitizedSchema,
    data: FormData,
    person_id: string,
  ): Promise<Violation[]> {
    return (await this.#run({ kind: 'prefill', data, etag, schema }, person_id)) as Violation[];
  }

  /** Compares a `ui_schema` with the form's schema. Rejects as `#run`. */
  async checkUiSchema(
    { json: schema }: SanitizedSchema,
    uiSchema: unknown,
    person_id: string,
  ): Promise<CheckedUiSchema> {
    const task = { kind: 'ui-schema', uiSchema, schema } as const;
    return (await this.#run(task, person_id)) as CheckedUiSchema;
  }

  /**
   * Sanitizes a schema as the service sent it.
   *
   * @throws ProblemError `schema-unusable`, or as `#run`
   */
  async sanitize(source: string): Promise<SanitizedSchema> {
    return (await this.#run({ kind: 'sanitize', source })) as SanitizedSchema;
  }

  /**
   * @throws ProblemError that of the body or schema · `schema-unusable`: the check did not end in time or in
   * memory, or the schema does not compile · `service-busy`: too many checks wait · `internal`: the worker cannot run ·
   * `shutting-down`: after `close`.
   */
  #run(task: ValidationTask, fairnessKey?: string): Promise<ValidationResult> {
    return this.#pool.run(task, fairnessKey).catch((error: unknown) => {
      throw error instanceof TaskError ? problemOf(error.failure) : error;
    });
  }
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
      return new ProblemError('service-busy', {
        detail: 'Too many submissions are being checked',
        retryAfterMs: RETRY_AFTER_MS,
      });
    case 'not-started':
      return new ProblemError('internal', { detail: 'The validation worker cannot start.' });
  }
}
