import type { Readable } from 'node:stream';
import type { SessionScope } from '../auth/session-tokens.ts';
import { fieldOf, type FormRow } from '../forms/form-store.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { isSchemaOf } from '../schemas/session-schemas.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../validation/body-limit.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import type { CheckedAnswers } from '../validation/validation-thread.ts';

/** A body that has not been read yet. */
interface IncomingBody {
  /** By `Content-Length`; `undefined` when the request does not say. */
  bytes: number | undefined;
  stream: Readable;
}

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

/** Of all bodies that are in memory at once. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A candidate submits a form once; a lost response, several tabs, or a repeated click add a few. */
const MAX_PER_FORM = 8;
const RETRY_AFTER_MS = 2_000;

/** Reads the bodies of submissions, and checks them in threads. */
export class AnswerReceiver {
  readonly #schemas: Pick<FormSchemas, 'get' | 'getNewest'>;
  readonly #validator: Pick<FormValidator, 'checkAnswers'>;
  readonly #bodies = createBodyReceiver();

  constructor(
    schemas: Pick<FormSchemas, 'get' | 'getNewest'>,
    validator: Pick<FormValidator, 'checkAnswers'>,
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
  async receive(submit: Submit, form: FormRow, onRead: () => void): Promise<Answers> {
    const { form_id } = form;
    const sanitized = await this.#schemaFor(submit);
    const check = (bytes: Buffer) => {
      onRead();
      return this.#check(submit, form, bytes, sanitized);
    };
    const { undeclared, violations, ...answers } = await this.#bodies.receive(
      form_id,
      submit.body,
      sanitized.maxBodyBytes,
      check,
    );
    const errors = [...undeclared, ...violations];
    if (errors.length > 0) throw new ProblemError('validation-failed', { errors });
    return answers;
  }

  /** The digest of the answers in a repeated request, which are not validated again. */
  async hashAgain({ session: { form_id }, idempotencyKey, body }: Submit): Promise<string> {
    const digest = (bytes: Buffer) =>
      this.#validator.checkAnswers(bytes, { form_id, salt: idempotencyKey });
    const { body_hash } = await this.#bodies.receive(form_id, body, LARGEST_BODY_BYTES, digest);
    return body_hash;
  }

  /** The page may have a newer schema than this process, which another process has read. */
  async #schemaFor({ session, schemaEtag, signal }: Submit): Promise<SanitizedSchema> {
    const known = await this.#schemas.get(session, signal);
    if (schemaEtag === undefined || isSchemaOf(schemaEtag, known, session)) return known;
    return this.#schemas.getNewest(session, signal);
  }

  async #check(
    { session, idempotencyKey: salt, signal }: Submit,
    form: FormRow,
    body: Buffer,
    sanitized: SanitizedSchema,
  ): Promise<CheckedAnswers> {
    const context = { form_id: form.form_id, salt, country: fieldOf(form, 'country_code') };
    const checked = await this.#validator.checkAnswers(body, { ...context, sanitized });
    if (checked.undeclared.length === 0) return checked;
    const newest = await this.#schemas.getNewest(session, signal);
    if (newest.etag === sanitized.etag) return checked;
    return this.#validator.checkAnswers(body, { ...context, sanitized: newest });
  }
}

/** Reads the bodies of submissions, not too many at once. */
function createBodyReceiver() {
  const bodiesOf = new Map<string, number>();
  let heldBytes = 0;

  return {
    /**
     * Reads a body and checks it. Rejects with `body-too-large`, or with `service-busy` when too many
     * bodies are being read or checked.
     */
    async receive<Result>(
      form_id: string,
      { bytes, stream }: IncomingBody,
      limitBytes: number,
      check: (body: Buffer) => Promise<Result>,
    ): Promise<Result> {
      if (bytes !== undefined && bytes > limitBytes) throw tooLarge(limitBytes);
      const held = bytes ?? limitBytes;
      const ofForm = bodiesOf.get(form_id) ?? 0;
      if (heldBytes + held > MAX_BYTES || ofForm >= MAX_PER_FORM)
        throw new ProblemError('service-busy', {
          detail: 'Too many submissions are being received',
          retryAfterMs: RETRY_AFTER_MS,
        });
      heldBytes += held;
      bodiesOf.set(form_id, ofForm + 1);
      try {
        return await check(await read(stream, limitBytes));
      } finally {
        heldBytes -= held;
        const left = (bodiesOf.get(form_id) ?? 1) - 1;
        if (left > 0) bodiesOf.set(form_id, left);
        else bodiesOf.delete(form_id);
      }
    },
  };
}

/** Does not destroy the stream: the response to a body that is too large still has to be sent. */
function read(stream: Readable, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) return void chunks.push(chunk);
      chunks.length = 0;
      reject(tooLarge(limitBytes));
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => reject(brokenOff()));
    stream.once('close', () => reject(brokenOff()));
  });
}

const brokenOff = () => new ProblemError('malformed-body', { detail: 'It broke off' });

const tooLarge = (limitBytes: number) =>
  new ProblemError('body-too-large', { detail: `This form allows ${limitBytes} bytes` });
