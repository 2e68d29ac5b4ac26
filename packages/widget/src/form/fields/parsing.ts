import type { Cities } from '../../combobox/choices.ts';
import { latinDigits, plainText } from '../../i18n/plain-text.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';
import { isNumeric } from './identity-documents.ts';
import type { TextControl } from '../typing.ts';
import type { Option } from './options.ts';

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

/** Control characters and marks without a width, which come along when text is copied. Those that join emoji stay. */
const INVISIBLE = /(?!\s)\p{Cc}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

const trimmed = (text: string): string =>
  text
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\p{Zs}\v\f]/gu, ' ')
    .trim();

export const TRIMMED: TextFormat = { parse: trimmed };

/** Digits in groups. Two only with a space: `12-14` may be a range, and `1.5` a fraction. */
const GROUPED = /^\d+(?:\s+\d+|(?:[\s.\-‐-―−]+\d+){2,})$/u;
/** Its order of day and month is not known. */
const DATE = /^\d{1,4}\D+\d{1,2}\D+\d{1,4}$/;

/**
 * Text for a schema with a pattern. Text that it does not accept is also tried in capitals if it holds a
 * digit, and digits in groups without what separates them, unless one group alone is valid.
 */
export const PATTERNED: TextFormat = {
  parse: (typed, isValid) => {
    const text = trimmed(typed);
    if (!/\d/.test(text) || isValid(text)) return text;
    const groups = text.split(/\D+/);
    const isNumber = GROUPED.test(text) && !DATE.test(text) && !groups.some(isValid);
    return [text.toUpperCase(), ...(isNumber ? [groups.join('')] : [])].find(isValid) ?? text;
  },
};

/** A web address, with the letters encoded that the schema does not accept as they are. */
export const WEB_ADDRESS: TextFormat = {
  parse: (typed, isValid) => {
    const text = trimmed(typed);
    const encoded = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).href : text;
    return [text, encoded].find(isValid) ?? text;
  },
};

/** Finds an option by its label, if need be without accents and case. Other text fails validation. */
export function choiceFormat(options: readonly Option[]): TextFormat {
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
      if (code === undefined) return normalizeText(text, isValid);
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

const SEPARATORS = /[\s.\-‐-―−]/gu;
/** Marks that join letters or emoji. */
const JOINERS = /[\u200c\u200d]/gu;
const NUMBER_SIGN = /^n\s?[º°]\s*/i;
/** A label ahead of the number, as in `DNI: 12345678`. */
const LABEL = /^\p{L}{2}[\p{L}\s.:]*(?<=[\s.:])(?=\d)/u;

/**
 * Trims text as {@link TRIMMED} does. With `isValid`, also tries it without dots, hyphens, spaces, and in
 * capitals, and returns the first variant that the schema accepts.
 *
 * @param isValid - absent when the field holds no code
 * @param document - the identity document that the number belongs to, if known
 */
export function normalizeText(typed: string, isValid?: IsValid, document?: DocumentName): string {
  const text = trimmed(typed);
  if (text === '' || isValid === undefined) return text;
  const latin = latinDigits(text.replaceAll(JOINERS, ''));
  const clean = latin.replace(NUMBER_SIGN, '').normalize('NFKC').trim();
  const bare = clean.replaceAll(SEPARATORS, '');
  const variants = [text, clean, clean.toUpperCase(), bare, bare.toUpperCase()];
  const candidates = [...documentVariants(clean, document), ...variants];
  return candidates.find((variant) => variant !== '' && isValid(variant)) ?? text;
}

/** A document number in its machine-readable form, then in its other common forms. */
function documentVariants(clean: string, document: DocumentName | undefined): string[] {
  if (document === undefined) return [];
  if (document === 'mx_curp') return [clean.replaceAll(SEPARATORS, '').toUpperCase()];
  if (document === 'cl_run') return runVariants(clean);
  if (!isNumeric(document)) return [];
  const digits = clean.replace(LABEL, '').replaceAll(SEPARATORS, '');
  if (!/^\d+$/.test(digits)) return [];
  const dotted = digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
  return document === 'br_cpf' ? [digits, dotted] : [digits];
}

/** A Chilean RUN keeps the hyphen before its check digit if it was typed with one. */
function runVariants(clean: string): string[] {
  const bare = clean
    .replace(/^ru[nt]:?\s*/i, '')
    .replaceAll(SEPARATORS, '')
    .toUpperCase();
  const [, front, check] = /^(\d{6,8})([\dK])$/.exec(bare) ?? [];
  if (front === undefined) return [];
  const hyphenated = `${front}-${check}`;
  const dotted = `${front.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '.')}-${check}`;
  const hasHyphen = /[-‐-―−]/u.test(clean);
  return hasHyphen ? [hyphenated, bare, dotted] : [bare, hyphenated, dotted];
}
