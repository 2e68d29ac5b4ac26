import type { RJSFSchema } from '@rjsf/utils';
import { numberType } from './locale-numbers.ts';
import { inPlainForm } from './text-formats.ts';

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

/** What people write anyway, in every length that an example has. */
const PLAIN_TEXTS = ['Ana Soto 12 ', 'ANA SOTO 12 ', 'anasoto12', 'ANASOTO12', '1234567890']
  .map((text) => text.repeat(4))
  .flatMap((text) => Array.from(text, (_character, index) => text.slice(0, index + 1)));

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
    // A pattern that accepts what people write anyway has nothing to guess.
    if (PLAIN_TEXTS.some((text) => expression.test(text))) return undefined;
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

/** Why a text does not match the pattern: it holds other characters, or too few or too many of them. */
export type PatternFault =
  | { kind: 'character'; character: string }
  | { kind: 'digits' | 'letters' | 'lettersAndDigits' }
  | { kind: 'minLength' | 'maxLength'; limit: number };

/** A class of characters and how often they repeat, as in `^[0-9]{8,11}$`. */
const SIMPLE_PATTERN = /^\^\(?(?:\\d|\[[^\]]+\])(?:\{(\d+)(,?)(\d*)\}|[+*])\)?\$$/;
const CHARACTERS = { digits: '09', letters: 'AZaz', lettersAndDigits: 'AZaz09' } as const;
const OTHER_CHARACTERS = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~Ññá';

/** The characters that a pattern accepts, if they have a name. */
function kindOf(pattern: string): keyof typeof CHARACTERS | undefined {
  const accepted = acceptedIn(pattern, CHARACTERS.lettersAndDigits);
  if (acceptedIn(pattern, OTHER_CHARACTERS) !== '') return undefined;
  const kinds = Object.keys(CHARACTERS) as (keyof typeof CHARACTERS)[];
  return kinds.find((kind) => CHARACTERS[kind] === accepted);
}

/** Whether a text of digits is all that a pattern accepts. */
export function isDigitsOnly(pattern: string): boolean {
  return kindOf(pattern) === 'digits';
}

/** The characters of a text that a pattern accepts somewhere. */
function acceptedIn(pattern: string, text: string): string {
  const alphabet = alphabetOf(pattern);
  return [...text].filter((each) => alphabet?.test(each)).join('');
}

/** `undefined` for a pattern that is not simple, if it may accept every character of the text. */
export function patternFault(pattern: string, text: string): PatternFault | undefined {
  const simple = simpleFault(pattern, text);
  if (simple !== undefined) return simple;
  const character = foreignCharacter(pattern, text);
  return character === undefined ? undefined : { kind: 'character', character };
}

function simpleFault(pattern: string, text: string): PatternFault | undefined {
  const simple = SIMPLE_PATTERN.exec(pattern);
  const kind = simple === null ? undefined : kindOf(pattern);
  if (simple === null || kind === undefined) return undefined;
  const [, least, comma, most] = simple;
  if (acceptedIn(pattern, text) !== text) return { kind };
  const isShort = text.length < Number(least);
  return isShort
    ? { kind: 'minLength', limit: Number(least) }
    : { kind: 'maxLength', limit: Number(comma ? most : least) };
}

/** A class, an escaped character, a quantifier, the start of a group, or another character. */
const PATTERN_TOKEN =
  /\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[\s\S])|\{\d+(?:,\d*)?\}|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[\s\S]/gi;
/** Tokens that match no character. */
const NO_CHARACTER = /^(?:\{\d.*\}|\(.*|[)|^$*+?]|\\[bB1-9])$/;

const alphabets = new Map<string, RegExp | undefined>();

/** One character that a pattern of the form `^…$` may match somewhere; `undefined` for other patterns. */
function alphabetOf(pattern: string): RegExp | undefined {
  if (!alphabets.has(pattern)) alphabets.set(pattern, readAlphabet(pattern));
  return alphabets.get(pattern);
}

function readAlphabet(pattern: string): RegExp | undefined {
  if (!/^\^[\s\S]*\$$/.test(pattern)) return undefined;
  const tokens = pattern.match(PATTERN_TOKEN) ?? [];
  const characters = tokens.filter((token) => !NO_CHARACTER.test(token));
  try {
    return new RegExp(`^(?:${characters.join('|')})$`, 'u');
  } catch {
    return undefined;
  }
}

/**
 * The first character of a text that a pattern accepts nowhere, for the error. A letter that it accepts in
 * the other case does not count, nor what has a plain form that it accepts.
 */
function foreignCharacter(pattern: string, text: string): string | undefined {
  const alphabet = alphabetOf(pattern);
  if (alphabet === undefined) return undefined;
  const isKnown = (character: string) =>
    [character, character.toUpperCase(), character.toLowerCase()].some((each) =>
      alphabet.test(each),
    );
  const isForeign = (character: string) =>
    !isKnown(character) && ![...inPlainForm(character)].every(isKnown);
  return [...text].find(isForeign);
}
