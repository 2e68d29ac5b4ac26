import { finished, type Readable } from 'node:stream';
import { ProblemError } from '../shared/problem-error.ts';
import { LARGEST_BODY_BYTES } from '../sanitizer/schema-rules.ts';

/** A body that has not been read yet. */
export interface IncomingBody {
  /** By `Content-Length`; `undefined` when the request does not say. */
  bytes: number | undefined;
  stream: Readable;
}

/** A body that is being received or checked. */
interface HeldBody {
  person_id: string;
  bytes: number;
  /** Bytes × milliseconds until `heldSince`: what it has taken from others so far. */
  taken: number;
  heldSince: number;
  /** Gives its place to another one; absent once it has arrived. */
  refuse?: (error: ProblemError) => void;
}

interface BodyLimits {
  mostBytes: number;
  mostBytesOfPerson: number;
}

const LIMITS: BodyLimits = {
  mostBytes: 64 * 1024 * 1024,
  // A lost response, several tabs, or a repeated click add further bodies.
  mostBytesOfPerson: 2 * LARGEST_BODY_BYTES,
};
const RETRY_AFTER_MS = 2_000;

/**
 * Reads the bodies of submissions, and bounds the memory that they take, in all and of one person. When it is
 * full, the body that has taken most memory for the longest time loses its place: one whose sender withholds the
 * rest keeps nobody out. Counts what has arrived, not what is announced.
 */
export function createBodyReceiver({ mostBytes, mostBytesOfPerson } = LIMITS) {
  const bodies = new Set<HeldBody>();
  const heldByPerson = new Map<string, number>();
  let heldBytes = 0;

  function add(body: HeldBody, bytes: number): void {
    const now = performance.now();
    body.taken = takenBy(body, now);
    body.heldSince = now;
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
    while (ofPerson() + bytes > mostBytesOfPerson) refuseSlowest([...bodies].filter(isOwn));
    while (heldBytes + bytes > mostBytes) refuseSlowest([...bodies]);
    if (!bodies.has(body)) throw busy();
    add(body, bytes);
  }

  /** Of those that still arrive. */
  function refuseSlowest(all: readonly HeldBody[]): void {
    const now = performance.now();
    const [slowest] = all
      .filter(({ refuse }) => refuse !== undefined)
      .toSorted((one, other) => takenBy(other, now) - takenBy(one, now));
    if (!slowest) throw busy();
    drop(slowest);
    slowest.refuse?.(busy());
  }

  /**
   * Reads a body and checks it. Rejects with `body-too-large`, or with `service-busy` when too much is
   * being read or checked.
   */
  return async function receive<Result>(
    person_id: string,
    { bytes = 0, stream }: IncomingBody,
    limitBytes: number,
    check: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    if (bytes > limitBytes) throw tooLarge(limitBytes);
    const body: HeldBody = { person_id, bytes: 0, taken: 0, heldSince: performance.now() };
    const refused = new Promise<never>((_, reject) => (body.refuse = reject));
    bodies.add(body);
    const onChunk = ({ length }: Buffer) => {
      if (body.bytes + length > limitBytes) throw tooLarge(limitBytes);
      hold(body, length);
    };
    try {
      const whole = await readStream(stream, onChunk, refused);
      delete body.refuse;
      return await check(whole);
    } finally {
      drop(body);
    }
  };
}

const takenBy = ({ taken, bytes, heldSince }: HeldBody, now: number): number =>
  taken + bytes * (now - heldSince);

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

const tooLarge = (limitBytes: number) =>
  new ProblemError('body-too-large', { detail: `This form allows ${limitBytes} bytes` });
