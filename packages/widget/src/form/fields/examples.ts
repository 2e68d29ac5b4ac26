import type { RJSFSchema } from '@rjsf/utils';
import { numberType } from './locale-numbers.ts';

/** For formats whose label does not say how to write them. Dates, times, and e-mails have inputs of their own. */
export const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  duration: 'P1Y6M',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  'uri-reference': '/example',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** What patterns often ask for. The first that a pattern accepts is its example. */
const COMMON = [
  '03/2026',
  '2026-03',
  '03-2026',
  '2026/03',
  '03/26',
  '31/03/2026',
  '2026-03-31',
  '31-03-2026',
  '09:30',
  '2022-2026',
  '2022 - 2026',
  'P1Y6M',
  'https://example.com',
  'https://www.linkedin.com/in/ana-soto',
  '@ana.soto',
];

const TOKEN = /\\[dw]|\\[./-]|\[(?:A-Z|a-z|0-9|A-Za-z|A-Z0-9|a-z0-9|A-Za-z0-9)+\]|[A-Z\d /._#@-]/;
const SHAPE = new RegExp(`^\\^(?:(?:${TOKEN.source})(?:\\{\\d{1,2}\\}|\\?)?)+\\$$`);
const PART = new RegExp(`(${TOKEN.source})(?:\\{(\\d{1,2})\\}|(\\?))?`, 'g');
const DIGITS = '1234567890';
const LETTERS = 'ABCDEFGHIJ';

/**
 * A text that a field accepts, where its label cannot say how to write it: for the hint and the error.
 * `undefined` where the schema explains itself, where there is nothing to guess, and where nobody knows.
 */
export function exampleFor(schema: RJSFSchema): string | undefined {
  const { description, examples, enum: values, const: constant, pattern, format } = schema;
  if (description !== undefined || examples !== undefined) return undefined;
  if (values !== undefined || constant !== undefined || schema.writeOnly === true) return undefined;
  if (numberType(schema) !== undefined) return undefined;
  if (format !== undefined)
    return pattern === undefined && Object.hasOwn(FORMAT_EXAMPLES, format)
      ? FORMAT_EXAMPLES[format]
      : undefined;
  return typeof pattern === 'string' ? exampleOfPattern(pattern, schema) : undefined;
}

function exampleOfPattern(
  pattern: string,
  { minLength = 0, maxLength = Infinity }: RJSFSchema,
): string | undefined {
  const shaped = exampleOfShape(pattern);
  const candidates = shaped === undefined ? COMMON : [...COMMON, shaped];
  try {
    const expression = new RegExp(pattern, 'u');
    // A pattern that accepts anything has nothing to guess.
    if (['a', 'Ana', '1'].some((text) => expression.test(text))) return undefined;
    return candidates.find(
      (text) => expression.test(text) && text.length >= minLength && text.length <= maxLength,
    );
  } catch {
    return undefined;
  }
}

/**
 * Of a pattern of characters and signs one after the other, such as `^[A-Z]{3}-\\d{3}$`. Of one that accepts
 * only digits, or only letters, the error says so.
 */
function exampleOfShape(pattern: string): string | undefined {
  if (!SHAPE.test(pattern)) return undefined;
  const kinds = new Set<'digit' | 'letter' | 'sign'>();
  const count = { digit: 0, letter: 0 };
  const one = (token: string): string => {
    const isDigit = token === '\\d' || token === '[0-9]';
    const kind = isDigit ? 'digit' : /^(?:\\w|\[)/.test(token) ? 'letter' : 'sign';
    kinds.add(kind);
    if (kind === 'sign') return token.replace('\\', '');
    const letter = (isDigit ? DIGITS : LETTERS)[count[kind]++ % 10] ?? '';
    return token.startsWith('[a') ? letter.toLowerCase() : letter;
  };
  const text = pattern.slice(1, -1).replaceAll(PART, (_part, token: string, times, isOptional) => {
    if (isOptional !== undefined) return '';
    const tokens = [...Array.from({ length: Number(times ?? 1) }).keys()];
    return tokens.map(() => one(token)).join('');
  });
  return kinds.size > 1 ? text : undefined;
}
