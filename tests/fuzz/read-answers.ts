/** An answer as it came off the wire. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; one that came twice is joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What the bytes hold so far. */
export interface ReadAnswers {
  answers: WireAnswer[];
  /** Bytes behind the last whole answer: the beginning of another one. */
  rest: Buffer;
}

/**
 * The whole answers in `bytes`, without those of 1xx. `methods`: what was asked, in its order, for an
 * answer to HEAD has no body. An endless stream counts as whole with its head. Throws on what is no
 * HTTP.
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): ReadAnswers {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const one = readOne(rest, methods[answers.length] ?? 'GET');
    if (!one) return { answers, rest };
    rest = rest.subarray(one.length);
    if (one.answer.status >= 200) answers.push(one.answer);
  }
}

function readOne(
  bytes: Buffer,
  method: string,
): { answer: WireAnswer; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!Number.isInteger(status)) throw new Error(`no HTTP: ${first.slice(0, 60)}`);
  const headers = headersOf(lines);
  const start = end + 4;
  const isBare = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
  if (isBare || isStream) return { answer: { status, headers, body: '' }, length: start };
  if (headers['transfer-encoding'] === 'chunked') return chunkedOne(bytes, start, status, headers);
  const length = Number(headers['content-length'] ?? 0);
  if (bytes.length < start + length) return undefined;
  const body = bytes.subarray(start, start + length).toString('utf8');
  return { answer: { status, headers, body }, length: start + length };
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`no header: ${line.slice(0, 60)}`);
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function chunkedOne(
  bytes: Buffer,
  start: number,
  status: number,
  headers: Readonly<Record<string, string>>,
) {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (!Number.isInteger(size)) throw new Error('no chunk');
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0)
      return {
        answer: { status, headers, body: Buffer.concat(parts).toString('utf8') },
        length: next,
      };
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = next;
  }
}
