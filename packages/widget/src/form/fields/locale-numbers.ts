import type { RJSFSchema } from '@rjsf/utils';

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
   * thousands. `1.234` and `1,234` follow the locale; in an integer they are always thousands.
   *
   * @returns a string of digits if a number would lose some; `undefined` if the text is no number
   */
  parse(typed: string, isWhole: boolean): number | string | undefined;
}

/** Languages with these digits, unless an extension of the tag names others. */
const LATIN_DIGITS = /^(?:es|pt|en)(?:-(?!u-)\w+)*$/i;
const BLANKS = /[\s'’]/gu;
/** Digits in groups of three, as in `12.345.678`. */
const grouped = (sign: string) => new RegExp(`^\\d{1,3}(?:\\${sign}\\d{3})+$`);

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
  const decimal = once(
    () =>
      field()
        .formatToParts(0.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  );
  /** Whether the locale writes a number as JavaScript does. */
  const isPlain = (number: number, limit: number) =>
    LATIN_DIGITS.test(tag) && Number.isInteger(number) && number >= 0 && number < limit;
  return {
    format: (number) => (isPlain(number, 1_000) ? String(number) : sentence().format(number)),
    formatPlain: (number) => (isPlain(number, 1e15) ? String(number) : field().format(number || 0)),
    parse: (typed, isWhole) => {
      const text = typed
        .normalize('NFKC')
        .trim()
        .replace(/^[−‒–]/u, '-');
      const [, sign = '', digits = ''] = /^([-+]?)\s*(.*)$/u.exec(text) ?? [];
      const plain = plainDigits(digits, decimal, isWhole);
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
  const text = withoutBlanks(typed);
  if (text === undefined) return undefined;
  const last = text.at(Math.max(text.lastIndexOf('.'), text.lastIndexOf(',')));
  const sign = last === '.' || last === ',' ? last : '.';
  const other = sign === '.' ? ',' : '.';
  const parts = text.split(sign);
  if (text.includes(other)) {
    const [whole = '', fraction = ''] = parts;
    return parts.length === 2 && grouped(other).test(whole)
      ? written(whole.replaceAll(other, ''), fraction)
      : undefined;
  }
  const areThousands =
    grouped(sign).test(text) &&
    !text.startsWith('0') &&
    (parts.length > 2 || isWhole || sign !== decimal());
  if (areThousands) return parts.join('');
  return parts.length > 2 ? undefined : written(parts[0] ?? '', parts[1] ?? '');
}

/** Blanks and apostrophes may set thousands apart; anywhere else two numbers were typed. */
function withoutBlanks(text: string): string | undefined {
  const [whole = ''] = text.split(/[.,]/);
  const even = whole.replaceAll(BLANKS, ' ');
  if (even.includes(' ') && !grouped(' ').test(even)) return undefined;
  const joined = even.replaceAll(' ', '') + text.slice(whole.length);
  return /^[\d.,]*\d[\d.,]*$/.test(joined) ? joined : undefined;
}

function written(whole: string, fraction: string): string | undefined {
  if (!/^\d*$/.test(whole + fraction) || whole + fraction === '') return undefined;
  const shortened = fraction.replace(/0+$/, '');
  const start = whole.replace(/^0+(?=\d)/, '') || '0';
  return shortened === '' ? start : `${start}.${shortened}`;
}

/** Every number of 15 digits is kept as typed; of a longer one that is looked up. */
function exactly(plain: string): number | string {
  const number = Number(plain);
  const digits = plain.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= 15 || String(number) === plain ? number : plain;
}
