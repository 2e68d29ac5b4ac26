import type { FormName } from '../forms/submission-bodies.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../validation/body-limit.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import type { CheckedAnswers } from '../validation/validation-thread.ts';
import { createIntake, type IncomingBody } from './intake.ts';

/** A submit whose body has not been read yet. */
export interface Submit {
  form: FormName;
  idempotencyKey: string;
  body: IncomingBody;
}

/** Answers as JSON, and what identifies them. */
export type Answers = Pick<CheckedAnswers, 'text' | 'body_hash'>;

export type AnswerReceiver = ReturnType<typeof createAnswerReceiver>;

/** Reads the bodies of submissions, in threads. */
export function createAnswerReceiver({
  schemas,
  validator,
}: {
  schemas: Pick<FormSchemas, 'get'>;
  validator: Pick<FormValidator, 'checkAnswers'>;
}) {
  const intake = createIntake();

  return {
    /**
     * The answers in a body. Rejects with `validation-failed`, or with the problem of the body or of
     * the form's schema.
     *
     * @param onRead - the body has arrived
     */
    async receive({ form, idempotencyKey, body }: Submit, onRead: () => void): Promise<Answers> {
      const { person_id, form_id } = form;
      const sanitized = await schemas.get(person_id, form_id);
      const { undeclared, violations, ...answers } = await intake.take(
        form_id,
        body,
        sanitized.maxBodyBytes,
        (bytes) => {
          onRead();
          return validator.checkAnswers(bytes, { form_id, salt: idempotencyKey, sanitized });
        },
      );
      const errors = [...undeclared, ...violations];
      if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
      return answers;
    },

    /** The same without validation, for a repeated request. */
    receiveAgain: ({ form: { form_id }, idempotencyKey, body }: Submit): Promise<Answers> =>
      intake.take(form_id, body, LARGEST_BODY_BYTES, (bytes) =>
        validator.checkAnswers(bytes, { form_id, salt: idempotencyKey }),
      ),
  };
}
