import type { RJSFSchema } from '@rjsf/utils';
import { LATIN_LANGUAGES } from '../../i18n/messages.build.ts';
import { latinDigits } from '../../i18n/plain-text.ts';

/** The number type of a field; `undefined` if it holds text. In a union, the first type counts. */
export function numberType({ type }: RJSFSchema): 'integer' | 'number' | undefined {
  const types = Array.isArray(type) ? type : [type];
  const first = types.find((each) => each !== 'null');
  if (first !== 'number' && first !== 'integer') return undefined;
  return types.includes('number') ? 'number' : 'integer';
}

/** Parses and formats numbers in one locale. */
export interface LocaleNumbers {
  /** With grouping, e.g. `1.000`: for messages. */
  format(number: number): string;
  /** Without grouping, so that a year stays `1990`: for inputs. */
  formatPlain(number: number): string;
  /**
   * Accepts comma or point as the decimal sign, and points, commas, spaces, or apostrophes between
   * thousands. `1.234` and `1,234` follow the locale; in an integer, or beside a currency sign, they
   * are always thousands.
   *
   * @returns a string of digits if a number would lose some; `undefined` if the text is no number
   */
  parse(typed: string, isWhole: boolean): number | string | undefined;
}

/** Of our languages; an extension of the tag may name others. */
const LATIN_DIGITS = new RegExp(`^(?:${LATIN_LANGUAGES.join('|')})(?:-(?!u-)\\w+)*$`, 'i');
/** As in `S/ 1,200`, `R$ 1.200`, and `1.200 €`. */
const CURRENCY = /^([-+]?)\s*(?:S\/\.?|[A-Z]{0,3}\p{Sc})|\p{Sc}$/iu;
const BLANKS = /[\s'’]/gu;
/** Points or commas between thousands, and the other sign before a fraction: `12.345,6`. */
const GROUPED = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:(?!\2)([.,])(\d*))?$/;
/** Blanks between thousands, or nothing: `12 345,6`. */
const PLAIN = /^(\d{1,3}(?: \d{3})+|\d*)(?:[.,](\d*))?$/;

/**
 * @param tag - BCP 47; an invalid one counts as `es`
 * @param country - two letters; the region if the tag names none
 */
export function localeNumbers(tag: string, country: string | null): LocaleNumbers {
  // Created on first use: a page's first one takes a slow phone more than 100 ms (ADR 17).
  const numberFormat = (useGrouping: boolean) =>
    new Intl.NumberFormat(regional(tag, country), { maximumFractionDigits: 20, useGrouping });
  const sentence = once(() => numberFormat(true));
  const field = once(() => numberFormat(false));
  const decimal = once(() => {
    const sign = field()
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal');
    return latinDigits(sign?.value ?? '.');
  });
  /** Whether the locale writes a number as JavaScript does. */
  const isPlain = (number: number, limit: number) =>
    LATIN_DIGITS.test(tag) && Number.isInteger(number) && number >= 0 && number < limit;
  return {
    format: (number) => (isPlain(number, 1_000) ? String(number) : sentence().format(number)),
    formatPlain: (number) => (isPlain(number, 1e15) ? String(number) : field().format(number || 0)),
    parse: (typed, isWhole) => {
      const text = latinDigits(typed)
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
        .trim()
        .replace(/^[−‒–]/u, '-');
      const amount = text.replace(CURRENCY, '$1').trim();
      const [, sign = '', digits = ''] = /^([-+]?)\s*(.*)$/u.exec(amount) ?? [];
      // No currency has thousandths: `R$ 1.200` are thousands.
      const plain = plainDigits(digits, decimal, isWhole || amount !== text);
      return plain === undefined ? undefined : exactly(`${sign === '-' ? '-' : ''}${plain}`);
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function regional(tag: string, country: string | null): Intl.Locale {
  try {
    const locale = new Intl.Locale(tag);
    return locale.region !== undefined || country === null
      ? locale
      : new Intl.Locale(tag, { region: country });
  } catch {
    return new Intl.Locale('es');
  }
}

/** Digits with a point at most: `1234.5`. `undefined` when the signs make no sense. */
function plainDigits(typed: string, decimal: () => string, isWhole: boolean): string | undefined {
  const text = typed.replaceAll(BLANKS, ' ');
  const [, thousands = '', sign = '', otherSign, decimals] = GROUPED.exec(text) ?? [];
  // `1.234` may be either.
  const isEither = otherSign === undefined && thousands.split(sign).length === 2;
  const areThousands = isEither ? isWhole || sign !== decimal() : thousands !== '';
  if (areThousands && (otherSign !== undefined || !text.startsWith('0')))
    return joined(thousands, decimals);
  const [, whole, fraction] = PLAIN.exec(text) ?? [];
  return whole === undefined ? undefined : joined(whole, fraction);
}

function joined(grouped: string, fraction = ''): string | undefined {
  const whole = grouped.replaceAll(/\D/g, '');
  if (whole + fraction === '') return undefined;
  const shortened = fraction.replace(/0+$/, '');
  const start = whole.replace(/^0+(?=\d)/, '') || '0';
  return shortened === '' ? start : `${start}.${shortened}`;
}

/** The number, or its digits where a number would lose some: it holds 15 digits, and some longer ones. */
function exactly(plain: string): number | string {
  const number = Number(plain);
  const digits = plain.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= 15 || String(number) === plain ? number : plain;
}
