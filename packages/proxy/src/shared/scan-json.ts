import { isUtf8 } from 'node:buffer';

/** Longer names are reported as empty. */
const LONGEST_NAME = 200;
/** Deeper data counts as invalid: hardly any receiver could parse it. */
const MAX_DEPTH = 100_000;

const [QUOTE, BACKSLASH, COMMA, COLON, LETTER_U] = [0x22, 0x5c, 0x2c, 0x3a, 0x75];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const HEX = /^[0-9a-fA-F]{4}$/;

/**
 * Whether bytes are valid JSON. Unlike `JSON.parse`, it builds no values: those of 8 MB of brackets
 * take hundreds of megabytes and seconds. When they are an object, `onMember` is called for each of
 * its members, whose JSON is in the bytes from `start` to `end`.
 */
export function scanJson(
  bytes: Buffer,
  onMember: (name: string, start: number, end: number) => void,
): boolean {
  if (!isUtf8(bytes)) return false;
  /** The closing brackets of the open containers. */
  const closers: number[] = [];
  /** The current member of the outermost object. */
  let name = '';
  let start = 0;
  let at = 0;

  function skipSpace(): void {
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
  }

  function skipString(): boolean {
    if (bytes[at] !== QUOTE) return false;
    let next = at + 1;
    for (let byte = bytes[next]; byte !== QUOTE; byte = bytes[next]) {
      if (byte === undefined || byte < 0x20) return false;
      if (byte === BACKSLASH) {
        const length = escapeLength(bytes, next);
        if (length === 0) return false;
        next += length;
      } else next += 1;
    }
    at = next + 1;
    return true;
  }

  function skipScalar(): boolean {
    const from = at;
    while (isScalarByte(bytes[at])) at += 1;
    if (at - from === 1 && isDigit(bytes[from])) return true;
    return SCALAR.test(bytes.toString('latin1', from, at));
  }

  /** The name of the next member and its colon. */
  function skipName(): boolean {
    const from = at;
    if (!skipString()) return false;
    const to = at;
    skipSpace();
    if (bytes[at] !== COLON) return false;
    at += 1;
    skipSpace();
    if (closers.length === 1) {
      name = to - from > LONGEST_NAME ? '' : textAt(bytes, from, to);
      start = at;
    }
    return true;
  }

  function endMember(): void {
    if (closers.length === 1 && closers[0] === CLOSE_OBJECT) onMember(name, start, at);
  }

  function open(closer: number): boolean {
    closers.push(closer);
    at += 1;
    skipSpace();
    return closers.length <= MAX_DEPTH;
  }

  function close(): void {
    closers.pop();
    at += 1;
  }

  /** Skips a value, or the opening of one that holds others. */
  function skipValueStart(): 'invalid' | 'opened' | 'ended' {
    const byte = bytes[at];
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const closer = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      if (!open(closer)) return 'invalid';
      if (bytes[at] === closer) {
        close();
        return 'ended';
      }
      return closer === CLOSE_ARRAY || skipName() ? 'opened' : 'invalid';
    }
    return (byte === QUOTE ? skipString() : skipScalar()) ? 'ended' : 'invalid';
  }

  skipSpace();
  for (;;) {
    const outcome = skipValueStart();
    if (outcome === 'invalid') return false;
    if (outcome === 'opened') continue;
    for (;;) {
      endMember();
      skipSpace();
      if (closers.length === 0) return at === bytes.length;
      if (bytes[at] === COMMA) break;
      if (bytes[at] !== closers.at(-1)) return false;
      close();
    }
    at += 1;
    skipSpace();
    if (closers.at(-1) === CLOSE_OBJECT && !skipName()) return false;
  }
}

/** The bytes of the escape at `from`; 0 when it is not valid. */
function escapeLength(bytes: Buffer, from: number): number {
  const escape = bytes[from + 1] ?? 0;
  if (escape !== LETTER_U) return ESCAPES.has(escape) ? 2 : 0;
  return HEX.test(bytes.toString('latin1', from + 2, from + 6)) ? 6 : 0;
}

function isScalarByte(byte = 0): boolean {
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return isDigit(byte) || isLetter || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;

/** The text of a JSON string that was scanned. */
export function textAt(bytes: Buffer, start: number, end: number): string {
  const json = bytes.toString('utf8', start, end);
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}

/** Whether scanned JSON is an object. */
export function isObject(json: Buffer): boolean {
  return json.find((byte) => byte > 0x20) === OPEN_OBJECT;
}

/** Whether the scanned value at `start` is a text. */
export const isTextAt = (bytes: Buffer, start: number): boolean => bytes[start] === QUOTE;
