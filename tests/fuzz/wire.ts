import { connect } from 'node:net';

/** Ends what hangs, also on a busy machine. */
const LONGEST_MS = 60_000;
/** After an incomplete request, the proxy waits until the connection is half-closed. */
const QUIET_MS = 400;

/**
 * Sends bytes over a new connection. Without `isWhole`, half-closes it once each request in the bytes
 * has a response, or after a pause: on a half-closed connection, the proxy drops requests in progress.
 */
export async function sendBytes(
  url: string,
  bytes: Buffer,
  { isWhole = false } = {},
): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    noDelay: true,
  });
  const methods = methodsIn(bytes);
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer[]>();
  let got = Buffer.alloc(0);
  const late = new Error(`no answer within ${LONGEST_MS} ms`);
  const timer = setTimeout(() => reject(late), LONGEST_MS);
  const quiet = setTimeout(() => isWhole || socket.end(), QUIET_MS);

  const look = (isOver: boolean): void => {
    try {
      const { answers, rest } = readAnswers(got, methods);
      const isStream = answers.some(endsConnection);
      if (isOver && rest.length > 0 && !isStream) throw new Error('half an answer');
      if (isOver || isStream || (isWhole && answers.length > 0)) resolve(answers);
      else if (answers.length >= Math.max(methods.length, 1)) socket.end();
      else quiet.refresh();
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const end = (): void => look(true);
  socket.on('data', (chunk) => {
    got = Buffer.concat([got, chunk]);
    look(false);
  });
  socket
    .on('end', end)
    .on('close', end)
    .on('error', () => undefined);
  socket.write(bytes);
  return promise.finally(() => {
    clearTimeout(timer);
    clearTimeout(quiet);
    socket.destroy();
  });
}

/** A stream does not end by itself. */
function endsConnection({ headers }: WireAnswer): boolean {
  return (
    headers['connection'] === 'close' ||
    headers['content-type']?.startsWith('text/event-stream') === true
  );
}

/** The methods of the requests in the bytes, in order. */
function methodsIn(bytes: Buffer): string[] {
  const firstLines = bytes.toString('latin1').matchAll(/([A-Z]+) \S+ HTTP\/\S+\r\n/g);
  return [...firstLines].map(([, method = 'GET']) => method);
}

/** A parsed response. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The responses in the bytes so far. */
interface ReadAnswers {
  answers: WireAnswer[];
  /** Bytes after the last complete response. */
  rest: Buffer;
}

/**
 * The complete responses in `bytes`, except 1xx. `methods`: of the requests in order, because a
 * response to HEAD has no body. A stream is complete with its head. Throws when it is not HTTP.
 */
function readAnswers(bytes: Buffer, methods: readonly string[]): ReadAnswers {
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
  const length = Number(headers['content-length'] ?? NaN);
  if (Number.isNaN(length)) throw new Error('no Content-Length');
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
