import { finished, type Readable } from 'node:stream';
import type { SessionScope } from '../auth/session-tokens.ts';
import { fieldOf, type FormRow } from '../forms/form-store.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { isSchemaOf } from '../schemas/prefills.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../validation/schema-rules.ts';
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
  session: SessionScope;
  idempotencyKey: string;
  /** The ETag of the schema that the page has. */
  schemaEtag?: string | undefined;
  body: IncomingBody;
}

/** Answers as JSON, and what identifies them. */
export type Answers = Pick<CheckedAnswers, 'json' | 'body_hash'>;

/** Of all bodies that are in memory at once. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of one form: a lost response, several tabs, or a repeated click add further bodies. */
const MOST_BYTES_OF_FORM = 2 * LARGEST_BODY_BYTES;
const RETRY_AFTER_MS = 2_000;

/** Reads the bodies of submissions, and checks them in threads. */
export class AnswerReceiver {
  readonly #schemas: Pick<FormSchemas, 'get' | 'getNewest'>;
  readonly #validator: Pick<FormValidator, 'checkAnswers'>;
  readonly #receiveBody = createBodyReceiver();

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
    const { undeclared, violations, ...answers } = await this.#receiveBody(
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
    const { body_hash } = await this.#receiveBody(form_id, body, LARGEST_BODY_BYTES, digest);
    return body_hash;
  }

  /** The page may have a newer schema than this process, which another process has read. */
  async #schemaFor({ session, schemaEtag }: Submit): Promise<SanitizedSchema> {
    const known = await this.#schemas.get(session);
    if (schemaEtag === undefined || isSchemaOf(schemaEtag, known, session)) return known;
    return this.#schemas.getNewest(session);
  }

  async #check(
    { session, idempotencyKey: salt }: Submit,
    form: FormRow,
    body: Buffer,
    sanitized: SanitizedSchema,
  ): Promise<CheckedAnswers> {
    const context = { form_id: form.form_id, salt, country: fieldOf(form, 'country_code') };
    const checked = await this.#validator.checkAnswers(body, { ...context, sanitized });
    if (checked.undeclared.length === 0) return checked;
    const newest = await this.#schemas.getNewest(session);
    if (newest.etag === sanitized.etag) return checked;
    return this.#validator.checkAnswers(body, { ...context, sanitized: newest });
  }
}

/**
 * Reads the bodies of submissions while not too much is in memory. Counts what has arrived: a body that
 * is announced and never comes keeps nobody out.
 */
function createBodyReceiver() {
  const heldByForm = new Map<string, number>();
  let heldBytes = 0;

  function hold(form_id: string, bytes: number): void {
    const ofForm = (heldByForm.get(form_id) ?? 0) + bytes;
    if (heldBytes + bytes > MOST_BYTES || ofForm > MOST_BYTES_OF_FORM)
      throw new ProblemError('service-busy', {
        detail: 'Too many submissions are being received',
        retryAfterMs: RETRY_AFTER_MS,
      });
    heldBytes += bytes;
    heldByForm.set(form_id, ofForm);
  }

  function release(form_id: string, bytes: number): void {
    heldBytes -= bytes;
    const left = (heldByForm.get(form_id) ?? 0) - bytes;
    if (left > 0) heldByForm.set(form_id, left);
    else heldByForm.delete(form_id);
  }

  /**
   * Reads a body and checks it. Rejects with `body-too-large`, or with `service-busy` when too much is
   * being read or checked.
   */
  return async function receive<Result>(
    form_id: string,
    { bytes = 0, stream }: IncomingBody,
    limitBytes: number,
    check: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    if (bytes > limitBytes) throw tooLarge(limitBytes);
    let size = 0;
    const onChunk = ({ length }: Buffer) => {
      if (size + length > limitBytes) throw tooLarge(limitBytes);
      hold(form_id, length);
      size += length;
    };
    try {
      return await check(await readStream(stream, onChunk));
    } finally {
      release(form_id, size);
    }
  };
}

/**
 * Ends early when `onChunk` throws. Does not destroy the stream: the response to a body that is refused
 * still has to be sent.
 */
function readStream(stream: Readable, onChunk: (chunk: Buffer) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isRefused = false;
    stream.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      try {
        onChunk(chunk);
        chunks.push(chunk);
      } catch (error) {
        isRefused = true;
        chunks.length = 0;
        reject(error);
      }
    });
    // Also when the sender has gone before.
    finished(stream, { writable: false }, (error) =>
      error
        ? reject(new ProblemError('malformed-body', { detail: 'It broke off' }))
        : resolve(Buffer.concat(chunks)),
    );
  });
}

const tooLarge = (limitBytes: number) =>
  new ProblemError('body-too-large', { detail: `This form allows ${limitBytes} bytes` });
