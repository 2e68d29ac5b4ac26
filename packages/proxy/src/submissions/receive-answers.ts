import type { SessionScope } from '../auth/session-tokens.ts';
import { fieldOf, type FormRow } from '../forms/form-store.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { isSchemaOf } from '../schemas/session-schemas.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../validation/body-limit.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import type { CheckedAnswers } from '../validation/validation-thread.ts';
import { createBodyReceiver, type IncomingBody } from './body-receiver.ts';

/** A submit whose body has not been read yet. */
export interface Submit {
  session: Pick<SessionScope, 'session_id' | 'person_id' | 'form_id'>;
  idempotencyKey: string;
  /** The ETag of the schema that the page has. */
  schemaEtag?: string | undefined;
  body: IncomingBody;
  /** Aborted when the candidate's request is gone. */
  signal?: AbortSignal;
}

/** Answers as JSON, and what identifies them. */
export type Answers = Pick<CheckedAnswers, 'json' | 'body_hash'>;

export type AnswerReceiver = ReturnType<typeof createAnswerReceiver>;

/** Reads the bodies of submissions, in threads. */
export function createAnswerReceiver({
  schemas,
  validator,
}: {
  schemas: Pick<FormSchemas, 'get' | 'getNewest'>;
  validator: Pick<FormValidator, 'checkAnswers'>;
}) {
  const bodies = createBodyReceiver();

  /** The page may have a newer schema than this process, which another process has read. */
  async function schemaFor({ session, schemaEtag, signal }: Submit): Promise<SanitizedSchema> {
    const known = await schemas.get(session, signal);
    if (schemaEtag === undefined || isSchemaOf(schemaEtag, known, session)) return known;
    return schemas.getNewest(session, signal);
  }

  async function check(
    { session, idempotencyKey: salt, signal }: Submit,
    form: FormRow,
    body: Buffer,
    sanitized: SanitizedSchema,
  ): Promise<CheckedAnswers> {
    const context = { form_id: form.form_id, salt, country: fieldOf(form, 'country_code') };
    const checked = await validator.checkAnswers(body, { ...context, sanitized });
    if (checked.undeclared.length === 0) return checked;
    const newest = await schemas.getNewest(session, signal);
    if (newest.etag === sanitized.etag) return checked;
    return validator.checkAnswers(body, { ...context, sanitized: newest });
  }

  return {
    /**
     * The answers in a body. Rejects with `validation-failed`, or with the problem of the body or of
     * the form's schema.
     *
     * @param onRead - the body has arrived
     */
    async receive(submit: Submit, form: FormRow, onRead: () => void): Promise<Answers> {
      const sanitized = await schemaFor(submit);
      const { undeclared, violations, ...answers } = await bodies.receive(
        form.form_id,
        submit.body,
        sanitized.maxBodyBytes,
        (bytes) => {
          onRead();
          return check(submit, form, bytes, sanitized);
        },
      );
      const errors = [...undeclared, ...violations];
      if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
      return answers;
    },

    /** The digest of the answers in a repeated request, which are not validated again. */
    async hashAgain({ session: { form_id }, idempotencyKey, body }: Submit): Promise<string> {
      const { body_hash } = await bodies.receive(form_id, body, LARGEST_BODY_BYTES, (bytes) =>
        validator.checkAnswers(bytes, { form_id, salt: idempotencyKey }),
      );
      return body_hash;
    },
  };
}
