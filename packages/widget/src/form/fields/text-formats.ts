import type { Cities } from '../../combobox/choices.ts';
import { latinDigits, plainText } from '../../i18n/plain-text.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { isNumeric, isPrintedNumber, withUsualSeparators } from './identity-documents.ts';
import { withoutLabel } from './number-labels.ts';
import type { TextControl } from '../text-commits.ts';
import type { Option } from './options.ts';

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
  // Whatever else nobody sees, such as what joins letters and emoji.
  (text) => text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  (text) => text.replaceAll(/[\u2018-\u201b\u02bb\u02bc\u02b9\u2032\u00b4\u0060\uff07]/gu, "'"),
  (text) => text.replaceAll(/[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/gu, '-'),
  (text) => text.replaceAll(/[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/gu, '"'),
  // From a cell of a spreadsheet, or several lines.
  (text) => text.replaceAll(/[\t\r\n]+/g, ' '),
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
function plainVariants(text: string): string[] {
  const changes = PLAIN_FORMS.filter((change) => change(text) !== text);
  const choices = [...Array.from({ length: 2 ** changes.length }).keys()].map((bits) =>
    changes.filter((_change, index) => (bits >> index) % 2 === 1),
  );
  const variants = choices
    .sort((one, other) => one.length - other.length)
    .map((chosen) => chosen.reduce((changed, change) => change(changed), text));
  return [...new Set(variants)];
}

/** Whether the field's schema accepts a text. */
export type IsValid = (text: string) => boolean;

/** Converts between the text of an input and the field's value. */
export interface TextFormat {
  /** Default: the text of the input. */
  read?: (input: TextControl) => string;
  parse: (text: string, isValid: IsValid) => string;
  /** Default: the value as it is. */
  format?: (value: string) => string;
  /** Called with each value that is committed; `isFinal`: the candidate has left the input. */
  onCommit?: (value: string, isValid: IsValid, isFinal: boolean) => void;
}

/** The first text that the schema accepts; else the first one of all, which the candidate recognizes. */
function firstValid(variants: readonly string[], isValid: IsValid): string {
  return variants.find((text) => text !== '' && isValid(text)) ?? variants[0] ?? '';
}

/** Text without what came along, as in {@link trimmed}, and in plain characters where the schema demands it. */
export const TRIMMED: TextFormat = {
  parse: (typed, isValid) => firstValid(plainVariants(trimmed(typed)), isValid),
};

/** Signs between the groups of a number; in Colombia, also an apostrophe for millions. */
const SEPARATORS = /[\s.,'/-]+/g;
/** Letters and digits in groups, two at least. */
const GROUPED = /^[\p{L}\d]+(?:[\s.,/-]+[\p{L}\d]+)+$/u;
/** A single sign may mean something: `12-14` may be a range, and `1.5` a fraction. */
const MAY_BE_TWO = /^\d+\s*[.,/-]\s*\d+$/;
/** Its order of day and month is not known. */
const DATE = /^\d{1,4}\D+\d{1,2}\D+\d{1,4}$/;

/**
 * Text of a field whose schema limits it. Text that it does not accept is also tried in plain characters and, if it
 * holds a digit, in capitals and small letters, as a number without or with the usual separators, and without words
 * such as `DNI` ahead of it. Groups are taken for a number only if they are printed as one, or no group alone is valid.
 */
export const PATTERNED: TextFormat = {
  parse: (typed, isValid) => {
    const variants = plainVariants(trimmed(typed));
    const plain = variants.at(-1) ?? '';
    const code = /\d/.test(plain) ? validCode(plain, isValid) : undefined;
    return variants.some(isValid) || code === undefined ? firstValid(variants, isValid) : code;
  },
};

/** The text in the form of a code that the schema accepts; `undefined` if none, or two, such as `CC1234` and `1234`. */
function validCode(plain: string, isValid: IsValid): string | undefined {
  const bare = withoutLabel(plain);
  const found = [plain, ...(bare === undefined ? [] : [bare])].flatMap((text) => {
    const variants = [text, ...codeVariants(text, isOneNumber(text, isValid))];
    return variants.find(isValid) ?? [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Whether the groups of a text, if any, are those of one number. */
function isOneNumber(plain: string, isValid: IsValid): boolean {
  if (/^[\p{L}\d]+$/u.test(plain)) return true;
  const groups = plain.toUpperCase().split(SEPARATORS);
  const mayMeanMore = DATE.test(plain) || MAY_BE_TWO.test(plain) || groups.some(isValid);
  return GROUPED.test(plain) && (isPrintedNumber(plain) || !mayMeanMore);
}

/** A text in capitals, and one number without separators, and with the usual ones. */
function codeVariants(plain: string, isNumber: boolean): string[] {
  const capitals = plain.toUpperCase();
  if (!isNumber) return [capitals];
  const bare = plain.replaceAll(SEPARATORS, '');
  return [
    capitals,
    bare.toUpperCase(),
    bare,
    bare.toLowerCase(),
    ...withUsualSeparators(bare.toUpperCase()),
  ];
}

/** A number, also with words such as `DNI` ahead of it. */
export const NUMBER: TextFormat = {
  parse: (typed, isValid) => {
    const variants = plainVariants(trimmed(typed));
    return firstValid([...variants, withoutLabel(variants.at(-1) ?? '') ?? ''], isValid);
  },
};

/** A web address, with the letters encoded that the schema does not accept as they are. */
export const WEB_ADDRESS: TextFormat = {
  parse: (typed, isValid) => {
    const variants = plainVariants(trimmed(typed));
    const [text = ''] = variants;
    const encoded = /^https?:/i.test(text) && URL.canParse(text) ? [new URL(text).href] : [];
    return firstValid([text, ...encoded, ...variants], isValid);
  },
};

/** Finds an option by its label, if need be without accents and case. Other text fails validation. */
export function choiceFormat(options: readonly Pick<Option, 'label' | 'value'>[]): TextFormat {
  const values = new Map(options.map(({ label, value }) => [plainText(label), String(value)]));
  for (const { label, value } of options) values.set(label, String(value));
  const labels = new Map(options.map(({ label, value }) => [String(value), label]));
  return {
    parse: (text) => values.get(text.trim()) ?? values.get(plainText(text)) ?? trimmed(text),
    format: (value) => labels.get(value) ?? value,
  };
}

/**
 * Shows a city by its name and sends its UN/LOCODE, as `PE LIM` or `PELIM`, whichever the schema
 * accepts. Text that names no listed city is sent as typed.
 */
export function cityFormat(cities: Cities | undefined): TextFormat {
  return {
    parse: (text, isValid) => {
      const code = cities?.codeOf(text);
      if (code === undefined) return codeFormat().parse(text, isValid);
      const spaced = `${code.slice(0, 2)} ${code.slice(2)}`;
      return [spaced, code].find(isValid) ?? spaced;
    },
    format: (value) => cities?.nameOf(value) ?? value,
  };
}

/** The country whose codes a pattern accepts, as in `^PE ?[A-Z]{3}$`. */
export function countryOf(pattern: string | undefined): string | undefined {
  return /^\^?\(?([A-Z]{2})(?![\w*+?{|])/.exec(pattern ?? '')?.[1];
}

/** Words ahead of the number, as in `Mi DNI es 12345678`. */
const WORDS = /^\p{L}{2}[\p{L}\s.:]*(?<=[\s.:])(?=\d)/u;

/**
 * A code, which may be typed with dots, hyphens, slashes, and spaces wherever its schema accepts none of them.
 *
 * @param document - the identity document that the number belongs to, if known
 */
export function codeFormat(document?: DocumentName): TextFormat {
  return {
    parse: (typed, isValid) => {
      const text = trimmed(typed);
      const clean = inPlainForm(text).trim();
      const bare = withoutLabel(clean) ?? clean;
      const variants = [...documentVariants(bare, document), text, clean];
      const codes = [bare, clean].flatMap((each) => [each, ...codeVariants(each, true)]);
      return [...variants, ...codes].find(isValid) ?? text;
    },
  };
}

/** A document number in its machine-readable form, then in its other common forms. */
function documentVariants(clean: string, document: DocumentName | undefined): string[] {
  if (document === undefined) return [];
  if (document === 'mx_curp') return [clean.replaceAll(SEPARATORS, '').toUpperCase()];
  if (document === 'cl_run') return runVariants(clean);
  if (!isNumeric(document)) return [];
  const digits = clean.replace(WORDS, '').replaceAll(SEPARATORS, '');
  return /^\d+$/.test(digits) ? [digits, ...withUsualSeparators(digits)] : [];
}

/** A Chilean RUN keeps the hyphen before its check digit if it was typed with one. */
function runVariants(clean: string): string[] {
  const bare = clean.replaceAll(SEPARATORS, '').toUpperCase();
  const [, front, check] = /^(\d{6,8})([\dK])$/.exec(bare) ?? [];
  if (front === undefined) return [];
  const hyphenated = `${front}-${check}`;
  const variants = clean.includes('-') ? [hyphenated, bare] : [bare, hyphenated];
  return [...variants, ...withUsualSeparators(bare)];
}
