import { finished, type Readable } from 'node:stream';
import type { SessionScope } from '../auth/session-tokens.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { isSchemaOf } from '../schemas/session-form.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../sanitizer/sanitize-schema.ts';
import type { ValidationPool } from '../validation/validation-pool.ts';
import type { SanitizedSchema } from '../sanitizer/sanitize-schema.ts';
import type { CheckedAnswers } from '../validation/validation-thread.ts';

/** A body that has not been read yet. */
export interface IncomingBody {
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

/** A body that is being received or checked. */
interface HeldBody {
  person_id: string;
  bytes: number;
  /** Bytes × milliseconds until `countedAt`: how much memory it kept from others, and for how long. */
  byteMs: number;
  countedAt: number;
  /** Gives its place to another one; absent once it has arrived. */
  refuse?: (error: ProblemError) => void;
}

interface ReceiveOptions<Result> {
  person_id: string;
  body: IncomingBody;
  /** Of this body. */
  maxBytes: number;
  /** Called with the whole body, which counts until the result is there. */
  check: (body: Buffer) => Promise<Result>;
}

const LIMITS = {
  maxBytes: 64 * 1024 * 1024,
  // A lost response, several tabs, or a repeated click add further bodies.
  maxBytesPerPerson: 2 * LARGEST_BODY_BYTES,
};
const RETRY_AFTER_MS = 2_000;

/**
 * Reads the bodies of submissions, and bounds the memory that they need, in all and of one person. When it is
 * full, the body that has held most memory for the longest time loses its place: one whose sender withholds the
 * rest keeps nobody out. Counts what has arrived, not what is announced.
 */
export function createBodyReceiver({ maxBytes, maxBytesPerPerson } = LIMITS) {
  const bodies = new Set<HeldBody>();
  const heldByPerson = new Map<string, number>();
  let heldBytes = 0;

  function add(body: HeldBody, bytes: number): void {
    const now = performance.now();
    body.byteMs = byteMsOf(body, now);
    body.countedAt = now;
    body.bytes += bytes;
    heldBytes += bytes;
    const ofPerson = (heldByPerson.get(body.person_id) ?? 0) + bytes;
    if (ofPerson > 0) heldByPerson.set(body.person_id, ofPerson);
    else heldByPerson.delete(body.person_id);
  }

  function drop(body: HeldBody): void {
    bodies.delete(body);
    add(body, -body.bytes);
  }

  /** Throws `service-busy` when there is no room for it. */
  function hold(body: HeldBody, bytes: number): void {
    const isOwn = ({ person_id }: HeldBody) => person_id === body.person_id;
    const ofPerson = () => heldByPerson.get(body.person_id) ?? 0;
    while (ofPerson() + bytes > maxBytesPerPerson) refuseSlowest([...bodies].filter(isOwn));
    while (heldBytes + bytes > maxBytes) refuseSlowest([...bodies]);
    if (!bodies.has(body)) throw busy();
    add(body, bytes);
  }

  /** Of those that still arrive. */
  function refuseSlowest(all: readonly HeldBody[]): void {
    const now = performance.now();
    const [slowest] = all
      .filter(({ refuse }) => refuse !== undefined)
      .toSorted((one, other) => byteMsOf(other, now) - byteMsOf(one, now));
    if (!slowest) throw busy();
    drop(slowest);
    slowest.refuse?.(busy());
  }

  /**
   * Reads a body and checks it. Rejects with `body-too-large`, or with `service-busy` when too much is
   * being read or checked.
   */
  return async function receive<Result>(options: ReceiveOptions<Result>): Promise<Result> {
    const { person_id, body, check } = options;
    if ((body.bytes ?? 0) > options.maxBytes) throw tooLarge(options.maxBytes);
    const held: HeldBody = { person_id, bytes: 0, byteMs: 0, countedAt: performance.now() };
    const refused = new Promise<never>((_, reject) => (held.refuse = reject));
    bodies.add(held);
    const onChunk = ({ length }: Buffer) => {
      if (held.bytes + length > options.maxBytes) throw tooLarge(options.maxBytes);
      hold(held, length);
    };
    try {
      const whole = await readStream(body.stream, onChunk, refused);
      delete held.refuse;
      return await check(whole);
    } finally {
      drop(held);
    }
  };
}

const byteMsOf = ({ byteMs, bytes, countedAt }: HeldBody, now: number): number =>
  byteMs + bytes * (now - countedAt);

/**
 * Ends early when `onChunk` throws, or when it is `refused`. Does not destroy the stream: the response to a body
 * that is refused still has to be sent.
 */
function readStream(
  stream: Readable,
  onChunk: (chunk: Buffer) => void,
  refused: Promise<never>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isRefused = false;
    const refuse = (error: unknown) => {
      isRefused = true;
      chunks.length = 0;
      reject(error);
    };
    refused.catch(refuse);
    stream.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      try {
        onChunk(chunk);
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
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

const busy = () =>
  new ProblemError('service-busy', {
    detail: 'Too many submissions are being received',
    retryAfterMs: RETRY_AFTER_MS,
  });

const tooLarge = (maxBytes: number) =>
  new ProblemError('body-too-large', { detail: `This form allows ${maxBytes} bytes` });
