import assert from 'node:assert/strict';
import type { Violation } from 'precandidate-contract';
import { ProblemError } from '../../src/shared/problem-error.ts';
import type { ValidationPool } from '../../src/validation/validation-pool.ts';
import type { SanitizedSchema } from '../../src/sanitizer/sanitize-schema.ts';

/** Validates data as the body of a submission. */
export async function violationsOf(
  validator: ValidationPool,
  sanitized: SanitizedSchema,
  data: unknown,
  person_id = sanitized.etag,
): Promise<Violation[]> {
  const body = Buffer.from(JSON.stringify(data));
  return (await validator.checkAnswers(body, { person_id, salt: '', sanitized })).violations;
}

/** For `assert.throws` and `assert.rejects`: a problem by its name, and its detail when given. */
export const isProblem = (name: string, detail?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProblemError);
  assert.equal(error.problemName, name);
  if (detail !== undefined) assert.match(error.problem.detail ?? '', detail);
  return true;
};
