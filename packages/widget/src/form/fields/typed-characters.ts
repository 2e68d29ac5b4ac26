import { latinDigits } from '../../i18n/plain-text.ts';

/** Control characters and marks without a width, which come along when text is copied. Those that join emoji stay. */
const INVISIBLE =
  /(?!\s)\p{Cc}|\u034f|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text without spaces at its ends and invisible marks; spaces of any kind become plain ones. */
export const trimmed = (text: string): string =>
  text
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\p{Z}\v\f]/gu, ' ')
    .trim();

/**
 * What keyboards, telephones, and word processors put in place of a plain character, each as the change that
 * takes it back.
 */
const PLAIN_FORMS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll(/[\u2018-\u201b\u02bb\u02bc\u02b9\u2032\u00b4\u0060\uff07]/gu, "'"),
  (text) => text.replaceAll(/[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/gu, '-'),
  (text) => text.replaceAll(/[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/gu, '"'),
  // Letters and accents that were typed or copied apart.
  (text) => text.normalize('NFC'),
  // Digits of every script, letters of full width, ligatures, dots that are one character.
  (text) => latinDigits(text.normalize('NFKC')),
];

/** Text with every typographic or foreign form of a character in its plain form. */
export const inPlainForm = (text: string): string =>
  PLAIN_FORMS.reduce((changed, change) => change(changed), text);

/**
 * The text as typed, then with ever more of its characters in plain form: the first of them that a schema
 * accepts keeps as much as possible.
 */
export function plainVariants(text: string): string[] {
  const changes = PLAIN_FORMS.filter((change) => change(text) !== text);
  const choices = [...Array.from({ length: 2 ** changes.length }).keys()].map((bits) =>
    changes.filter((_change, index) => (bits >> index) % 2 === 1),
  );
  const variants = choices
    .sort((one, other) => one.length - other.length)
    .map((chosen) => chosen.reduce((changed, change) => change(changed), text));
  return [...new Set(variants)];
}

/** A class, an escaped character, a quantifier, the start of a group, or another character. */
const TOKEN =
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
  const tokens = pattern.match(TOKEN) ?? [];
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
export function foreignCharacter(pattern: string, text: string): string | undefined {
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
