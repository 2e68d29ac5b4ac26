import { Ajv, type FuncKeywordDefinition, type Options, str } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SandboxError, toFieldError, type FieldError, type ValidatorError } from '../errors.ts';
import type { FormSchema } from '../pipelines/pipeline.ts';
import type { SandboxState } from '../state.ts';
import type { CollectedBy, StoredPrecandidate } from './precandidate-store.ts';

/**
 * Stores the candidate's validated data and starts the reports; returns the updated precandidate.
 * Fails with 409 when the form was submitted before.
 */
export function collect(
  { precandidates, runner }: SandboxState,
  { person_id, precandidate_id }: StoredPrecandidate,
  data: Record<string, unknown>,
  collected_by: CollectedBy,
): StoredPrecandidate {
  const submitted = precandidates.submit(precandidate_id, data, collected_by);
  if (submitted === undefined) throw new SandboxError(409, 'Form already submitted');
  runner.start(person_id, documentIdOf(data));
  return submitted;
}

/** The identity number among the collected fields; `null` when there is none. */
export function documentIdOf(data: object): string | null {
  const document_id = 'document_id' in data ? data.document_id : undefined;
  return typeof document_id === 'string' && document_id !== '' ? document_id : null;
}

const OPTIONS: Options = { allErrors: true, logger: false, ownProperties: true, strict: false };

/** To 15 digits: 0.07 is a multiple of 0.01, but not exactly in binary. */
const MULTIPLE_OF: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (multipleOf: number, value: number) =>
    Number.isInteger(Number((value / multipleOf).toPrecision(15))),
  errors: false,
  error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
};

/**
 * Validates data against a form schema; empty when it is valid. A schema that does not compile (a
 * control path accepts any) accepts all data.
 */
export function checkData(schema: FormSchema, data: unknown): FieldError[] {
  const check = compile(schema);
  if (check === undefined || check(data)) return [];
  // `if` only says that `then` or `else` failed, which have errors of their own.
  const errors = (check.errors ?? []) as ValidatorError[];
  return errors.filter(({ keyword }) => keyword !== 'if').map(toFieldError);
}

/** A new instance per schema: Ajv treats a schema that once failed to compile as valid. */
function compile(schema: FormSchema) {
  const is2020 = String((schema as { $schema?: unknown }).$schema).includes('2020-12');
  const ajv = is2020 ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS);
  try {
    addFormats.default(ajv);
    ajv.removeKeyword('multipleOf').addKeyword(MULTIPLE_OF);
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}
