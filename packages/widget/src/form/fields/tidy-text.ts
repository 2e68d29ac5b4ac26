import type { DocumentName } from '../../i18n/known-fields.ts';
import { isOfDigits } from './identity-document.ts';

type IsRight = (text: string) => boolean;

const SEPARATORS = /[\s.\-‐-―−]/gu;
/** Signs without a width that come along when a number is copied. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const NUMBER_SIGN = /^n\s?[º°]\s*/i;
/** Words ahead of a number that has no letters, as in `DNI: 12345678`. */
const WORDS_AHEAD = /^\p{L}{2}[\p{L}\s.:]*(?<=[\s.:])(?=\d)/u;

/**
 * Text as it is meant: blanks around it are none of it. A code that is right but for the dots, dashes,
 * blanks or small letters that people write it with is what they leave behind.
 *
 * @param isRight - whether the field's schema accepts a text; absent when the field holds no code
 * @param document - the identity document whose number it is, if that is known
 * @returns `''` when nothing but blanks was typed
 */
export function tidyText(typed: string, isRight?: IsRight, document?: DocumentName): string {
  const text = typed.trim();
  if (text === '' || isRight === undefined) return text;
  const clean = text.replaceAll(UNSEEN, '').replace(NUMBER_SIGN, '').normalize('NFKC').trim();
  const bare = clean.replaceAll(SEPARATORS, '');
  const asTyped = [text, clean, clean.toUpperCase(), bare, bare.toUpperCase()];
  const readings = [...numberReadings(clean, document), ...asTyped];
  return readings.find((reading) => reading !== '' && isRight(reading)) ?? text;
}

/** How the number of a document is written where machines read it, then in its other ways. */
function numberReadings(clean: string, document: DocumentName | undefined): string[] {
  if (document === undefined) return [];
  if (document === 'mx_curp') return [clean.replaceAll(SEPARATORS, '').toUpperCase()];
  if (document === 'cl_run') return runReadings(clean);
  if (!isOfDigits(document)) return [];
  const digits = clean.replace(WORDS_AHEAD, '').replaceAll(SEPARATORS, '');
  if (!/^\d+$/.test(digits)) return [];
  const dotted = digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
  return document === 'br_cpf' ? [digits, dotted] : [digits];
}

/** A RUN keeps the dash before its check digit if it was typed with one. */
function runReadings(clean: string): string[] {
  const bare = clean
    .replace(/^ru[nt]:?\s*/i, '')
    .replaceAll(SEPARATORS, '')
    .toUpperCase();
  const [, front, check] = /^(\d{6,8})([\dK])$/.exec(bare) ?? [];
  if (front === undefined) return [];
  const dashed = `${front}-${check}`;
  const dotted = `${front.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '.')}-${check}`;
  const hasDash = /[-‐-―−]/u.test(clean);
  return hasDash ? [dashed, bare, dotted] : [bare, dashed, dotted];
}
