import type { Violation } from 'precandidate-contract';
import type { FormValidator } from '../../src/validation/form-validator.ts';
import type { SanitizedSchema } from '../../src/validation/sanitize-schema.ts';

/** Validates data as the body of a submission. */
export async function violationsOf(
  validator: FormValidator,
  sanitized: SanitizedSchema,
  data: unknown,
  form_id = sanitized.etag,
): Promise<Violation[]> {
  const body = Buffer.from(JSON.stringify(data));
  return (await validator.checkAnswers(body, { form_id, salt: '', sanitized })).violations;
}
