import type { SeededRandom } from '../stage/seeded-random.ts';

type Break = (bytes: Buffer, random: SeededRandom) => Buffer;

/** Breaks the bytes of a request, once or a few times. */
export function breakBytes(bytes: Buffer, random: SeededRandom): Buffer {
  let broken = bytes;
  for (let times = 1 + random.below(3); times > 0; times -= 1)
    broken = random.pick(BREAKS)(broken, random);
  return broken.subarray(0, LONGEST);
}

const LONGEST = 300_000;

const splice = (bytes: Buffer, from: number, to: number, into: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, from), Buffer.from(into), bytes.subarray(to)]);

/** Index of the end of the head; the length when there is none. */
const headEnd = (bytes: Buffer): number => {
  const at = bytes.indexOf('\r\n\r\n');
  return at === -1 ? bytes.length : at;
};

const withHeader: (...lines: string[]) => Break =
  (...lines) =>
  (bytes) =>
    splice(bytes, headEnd(bytes), headEnd(bytes), lines.map((line) => `\r\n${line}`).join(''));

const BREAKS: readonly Break[] = [
  // A bit, a byte, a run of bytes.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  (bytes, random) => splice(bytes, random.below(bytes.length), bytes.length, ''),
  (bytes, random) => {
    const at = random.below(bytes.length);
    return splice(bytes, at, at, Buffer.from([random.below(256), random.below(256)]));
  },
  (bytes, random) => {
    const from = random.below(bytes.length);
    return splice(bytes, from, Math.min(from + random.below(40), bytes.length), '');
  },
  (bytes, random) => {
    const at = random.below(headEnd(bytes) + 1);
    return splice(
      bytes,
      at,
      at,
      random.pick(['\r\n', '\n', '\r', '\0', '\r\n\r\n', ' ', '\t', '\u000b']),
    );
  },
  // The first line.
  (bytes, random) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replace(/HTTP\/1\.1/, random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', ''])),
      'latin1',
    ),
  (bytes, random) =>
    splice(
      bytes,
      0,
      0,
      random.pick([
        '\r\n',
        'GET / HTTP/1.1\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\u0016\u0003\u0001',
      ]),
    ),
  (bytes) =>
    splice(
      bytes,
      Math.max(bytes.indexOf(' '), 0),
      Math.max(bytes.indexOf(' '), 0),
      ` http://other.example${'/a'.repeat(20)}`,
    ),
  (bytes) => splice(bytes, bytes.indexOf('/') + 1, bytes.indexOf('/') + 1, 'a/'.repeat(9_000)),
  // Headers.
  withHeader('Content-Length: 5'),
  withHeader('Content-Length: -1'),
  withHeader('Content-Length: 99999999999999999999'),
  withHeader('Transfer-Encoding: chunked'),
  withHeader('Transfer-Encoding: chunked, identity'),
  withHeader('Transfer-Encoding : chunked'),
  withHeader('Host: other.example'),
  withHeader('Host:'),
  withHeader('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'),
  withHeader('Connection: close, Authorization'),
  withHeader('Authorization: Bearer twice'),
  withHeader('Content-Type: application/json', 'Content-Type: text/html'),
  withHeader(': no name'),
  withHeader('No value'),
  withHeader(' folded'),
  withHeader(`X-Long: ${'x'.repeat(20_000)}`),
  withHeader(...Array.from({ length: 1_500 }, (_, index) => `X-${index}: y`)),
  // Bodies.
  (bytes) => chunked(bytes, 'X'),
  (bytes) => chunked(bytes, 'ffffffffffffffff1'),
  (bytes) => chunked(bytes, '5;ext=\r\n'),
  (bytes) => splice(bytes, headEnd(bytes) + 4, headEnd(bytes) + 4, '\0\0\0'),
  // A second request directly after it.
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => splice(bytes, bytes.length, bytes.length, 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'),
];

/** The body as one chunk with `size` as its size. */
function chunked(bytes: Buffer, size: string): Buffer {
  const end = headEnd(bytes);
  const head = bytes
    .subarray(0, end)
    .toString('latin1')
    .replace(/\r\ncontent-length: [^\r]*/i, '');
  const body = bytes.subarray(end + 4);
  return Buffer.concat([
    Buffer.from(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n`, 'latin1'),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
}
