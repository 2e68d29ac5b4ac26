import type { Violation } from 'precandidate-contract';
import { ProblemError } from '../problem-error.ts';
import type { AdmittedSchema } from './admit-schema.ts';
import { depthExceeds } from './depth-exceeds.ts';
import { WorkerSlot } from './worker-slot.ts';

/**
 * `complete`: the data as a whole. `prefill`: only what is there is judged; what is missing, at any
 * depth, may still be filled in.
 */
export type ValidationMode = 'complete' | 'prefill';

/** Judges form data in a worker thread, so that no schema and no data can hold up the server. */
export interface FormValidator {
  /**
   * What is wrong with the data, at most 50 violations; empty when nothing is.
   *
   * @throws ProblemError `schema-unusable`: the check did not end in time or in memory, or the
   * schema does not compile · `body-too-large`: the data is nested too deeply · `internal`: the
   * worker cannot run · `shutting-down`: after `close`.
   */
  validate(form: AdmittedSchema, data: unknown, mode?: ValidationMode): Promise<Violation[]>;
  /** Ends the worker. What is under way is refused with `shutting-down`. */
  close(): Promise<void>;
}

export interface FormValidatorOptions {
  /** Longest time for one check, in ms; default 1000. */
  deadline_ms?: number;
}

const DEEPEST_DATA = 64;

export function createFormValidator({
  deadline_ms = 1_000,
}: FormValidatorOptions = {}): FormValidator {
  const worker = new WorkerSlot(deadline_ms);
  const schemaTexts = new WeakMap<AdmittedSchema, string>();

  function schemaText(form: AdmittedSchema): string {
    const text = schemaTexts.get(form) ?? JSON.stringify(form.schema);
    schemaTexts.set(form, text);
    return text;
  }

  return {
    async validate(form, data, mode = 'complete') {
      if (depthExceeds(data, DEEPEST_DATA))
        throw new ProblemError('body-too-large', {
          detail: `The data is nested deeper than ${DEEPEST_DATA} levels.`,
        });
      return worker.run({ etag: form.etag, schema: schemaText(form), data, mode });
    },
    close: () => worker.close(),
  };
}
