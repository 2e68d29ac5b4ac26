import { IDENTIFIER } from 'precandidate-contract';
import { ProblemError } from './problem-error.ts';

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` for anything that no path of ours names: what is stored under it could not be listed or erased. */
export function identifierIn(value: unknown): string | undefined {
  return typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;
}

/** `undefined` when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of ECMAScript 2026; TypeScript's library does not declare them yet. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};

/** Parses JSON so that `JSON.stringify` writes each number as it was, whatever its size. */
export function parseExactly(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? rawJSON(source) : value,
  );
}

/** Whether JSON data is nested deeper than `levels`. Iterative, so no depth overflows the stack. */
export function depthExceeds(data: unknown, levels: number): boolean {
  const rest: { value: unknown; depth: number }[] = [{ value: data, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === levels) return true;
    for (const child of Object.values(value)) rest.push({ value: child, depth: depth + 1 });
  }
  return false;
}

/**
 * No form nests deeper, and deeper data would overflow the stack of code that walks it. Many more values
 * than a form has: walking them takes a few milliseconds.
 */
const FORM_LIMITS = { maxDepth: 100, maxValues: 50_000 };

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING, CLOSING] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];

/** Whether JSON text has too many levels or values to be parsed without harm. */
export function exceedsJsonLimits(
  json: Uint8Array,
  { maxDepth, maxValues } = FORM_LIMITS,
): boolean {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return values > maxValues;
}

/** Removes a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a JSON body. Throws `body-too-large` when it could not be parsed without harm, and
 * `malformed-body` unless it is UTF-8: decoded leniently, other bytes would turn into other characters and
 * change a candidate's data.
 */
export function decodeJson(json: Uint8Array): string {
  if (exceedsJsonLimits(json))
    throw new ProblemError('body-too-large', { detail: 'It has too many values or levels' });
  try {
    return UTF8.decode(json);
  } catch {
    throw new ProblemError('malformed-body', { detail: 'It is not UTF-8' });
  }
}
