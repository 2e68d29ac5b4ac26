import type { Readable } from 'node:stream';
import { ProblemError } from '../shared/problem-error.ts';

/** A body that has not been read yet. */
export interface IncomingBody {
  /** By `Content-Length`; `undefined` when the request does not say. */
  bytes: number | undefined;
  stream: Readable;
}

/** Of all bodies that are in memory at once. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A candidate submits a form once; a lost response, several tabs, or a repeated click add a few. */
const MAX_PER_FORM = 8;
const RETRY_AFTER_MS = 2_000;

/** Reads the bodies of submissions, not too many at once. */
export function createBodyReceiver() {
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
