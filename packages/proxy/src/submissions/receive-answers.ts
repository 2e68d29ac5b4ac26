import type { SessionScope } from '../auth/session-tokens.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { isSchemaOf } from '../schemas/session-form.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../sanitizer/sanitize-schema.ts';
import type { ValidationPool } from '../validation/validation-pool.ts';
import type { SanitizedSchema } from '../sanitizer/sanitize-schema.ts';
import { createBodyReceiver, type IncomingBody } from './body-receiver.ts';
import type { CheckedAnswers } from '../validation/validation-thread.ts';

/** A submit whose body has not been read yet. */
export interface Submit {
  session: SessionScope;
  idempotencyKey: string;
  /** The ETag of the schema that the page has. */
  schemaEtag?: string | undefined;
  body: IncomingBody;
}

/** Answers as JSON, and what identifies them. */
export type Answers = Pick<CheckedAnswers, 'json' | 'body_hash'>;

/** Reads the bodies of submissions, and checks them in threads. */
export class AnswerReceiver {
  readonly #schemas: Pick<FormSchemas, 'get' | 'getNewest'>;
  readonly #validator: Pick<ValidationPool, 'checkAnswers'>;
  readonly #receiveBody = createBodyReceiver();

  constructor(
    schemas: Pick<FormSchemas, 'get' | 'getNewest'>,
    validator: Pick<ValidationPool, 'checkAnswers'>,
  ) {
    this.#schemas = schemas;
    this.#validator = validator;
  }

  /**
   * The answers in a body. Rejects with `validation-failed`, or with the problem of the body or of
   * the form's schema.
   *
   * @param onRead - the body has arrived
   */
  async receive(submit: Submit, onRead: () => void): Promise<Answers> {
    const sanitized = await this.#schemaFor(submit);
    const { undeclared, violations, ...answers } = await this.#receiveBody({
      person_id: submit.session.person_id,
      body: submit.body,
      maxBytes: sanitized.maxBodyBytes,
      check: (bytes) => {
        onRead();
        return this.#check(submit, bytes, sanitized);
      },
    });
    const errors = [...undeclared, ...violations];
    if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
    return answers;
  }

  /**
   * The digest of the answers in a repeated request, which are not validated again. Its body may be as
   * large as its form allows; any form's, when the schema is not known any more.
   */
  async hashAgain({ session, idempotencyKey: salt, body }: Submit): Promise<string> {
    const { person_id } = session;
    const maxBytes = await this.#schemas.get(session).then(
      ({ maxBodyBytes }) => maxBodyBytes,
      () => LARGEST_BODY_BYTES,
    );
    const check = (bytes: Buffer) => this.#validator.checkAnswers(bytes, { person_id, salt });
    return (await this.#receiveBody({ person_id, body, maxBytes, check })).body_hash;
  }

  /** The page may have a newer schema than this process, which another process has read. */
  async #schemaFor({ session, schemaEtag }: Submit): Promise<SanitizedSchema> {
    const known = await this.#schemas.get(session);
    if (schemaEtag === undefined || isSchemaOf(schemaEtag, known, session)) return known;
    return this.#schemas.getNewest(session);
  }

  async #check(
    { session, idempotencyKey: salt }: Submit,
    body: Buffer,
    sanitized: SanitizedSchema,
  ): Promise<CheckedAnswers> {
    const context = { person_id: session.person_id, salt };
    const checked = await this.#validator.checkAnswers(body, { ...context, sanitized });
    if (checked.undeclared.length === 0) return checked;
    const newest = await this.#schemas.getNewest(session);
    if (newest.etag === sanitized.etag) return checked;
    return this.#validator.checkAnswers(body, { ...context, sanitized: newest });
  }
}
