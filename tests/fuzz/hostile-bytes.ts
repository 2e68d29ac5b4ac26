import type { Choices } from 'precandidate-testing/choices.ts';
import { beginnings, breaks, headers, versions } from './hostile-values.ts';

type Break = (bytes: Buffer, choices: Choices) => Buffer;

/** Breaks the bytes of a request, once or a few times. */
export function breakBytes(bytes: Buffer, choices: Choices): Buffer {
  let broken = bytes;
  for (let times = 1 + choices.below(3); times > 0; times -= 1)
    broken = choices.pick(BREAKS)(broken, choices);
  return broken.subarray(0, LONGEST);
}

const LONGEST = 300_000;

const splice = (bytes: Buffer, from: number, to: number, into: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), Buffer.from(into), bytes.subarray(to)]);
const insert = (bytes: Buffer, at: number, into: Buffer | string) => splice(bytes, at, at, into);

/** Index of the end of the head; the length when there is none. */
const headEnd = (bytes: Buffer): number => {
  const at = bytes.indexOf('\r\n\r\n');
  return at === -1 ? bytes.length : at;
};

const withHeader =
  (...lines: string[]): Break =>
  (bytes) =>
    insert(bytes, headEnd(bytes), lines.map((line) => `\r\n${line}`).join(''));

const BREAKS: readonly Break[] = [
  // A bit, a byte, a run of bytes.
  (bytes, choices) => {
    const copy = Buffer.from(bytes);
    const at = choices.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << choices.below(8));
    return copy;
  },
  (bytes, { below }) => bytes.subarray(0, below(bytes.length)),
  (bytes, { below }) => insert(bytes, below(bytes.length), Buffer.from([below(256), below(256)])),
  (bytes, { below }) => {
    const from = below(bytes.length);
    return splice(bytes, from, Math.min(from + below(40), bytes.length), '');
  },
  (bytes, { below, pick }) => insert(bytes, below(headEnd(bytes) + 1), pick(breaks)),
  // The first line.
  (bytes, { pick }) =>
    Buffer.from(bytes.toString('latin1').replace('HTTP/1.1', pick(versions)), 'latin1'),
  (bytes, { pick }) => insert(bytes, 0, pick(beginnings)),
  (bytes) =>
    insert(bytes, Math.max(bytes.indexOf(' '), 0), ` http://other.example${'/a'.repeat(20)}`),
  (bytes) => insert(bytes, bytes.indexOf('/') + 1, 'a/'.repeat(9_000)),
  // Headers.
  ...headers.map((lines) => withHeader(...lines)),
  withHeader(`X-Long: ${'x'.repeat(20_000)}`),
  withHeader(...Array.from({ length: 1_500 }, (_, index) => `X-${index}: y`)),
  // Bodies.
  ...['X', 'ffffffffffffffff1', '5;ext=\r\n'].map(
    (size): Break =>
      (bytes) =>
        chunked(bytes, size),
  ),
  (bytes) => insert(bytes, headEnd(bytes) + 4, '\0\0\0'),
  // A second request directly after it.
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => insert(bytes, bytes.length, 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'),
];

/** The body as one chunk with `size` as its size. */
function chunked(bytes: Buffer, size: string): Buffer {
  const end = headEnd(bytes);
  const head = bytes
    .subarray(0, end)
    .toString('latin1')
    .replace(/\r\ncontent-length: [^\r]*/i, '');
  return Buffer.concat([
    Buffer.from(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n`, 'latin1'),
    bytes.subarray(end + 4),
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
}
