/** Reads and writes numbers as people of one locale do. */
export interface LocaleNumbers {
  /** With the locale's separators, e.g. `1.000`: for sentences. */
  write(number: number): string;
  /** With the locale's decimal sign alone, so that a year or a code keeps its looks: for fields. */
  show(number: number): string;
  /**
   * What was typed, with comma or point and with thousands set apart by point, comma, blank or
   * apostrophe. `1.234` or `1,234` alone is read as the locale would, in a whole number always as a
   * thousand.
   *
   * @returns the number; the digits as text when a number could not keep them all; `undefined` when
   *   it is no number
   */
  read(typed: string, isWhole: boolean): number | string | undefined;
}

const BLANKS = /[\s'’]/gu;
/** Digits in groups of three behind the first one: `1 234`, `12.345.678`. */
const grouped = (sign: string) => new RegExp(`^\\d{1,3}(?:\\${sign}\\d{3})+$`);

/**
 * @param tag - BCP 47 tag of the words; an unusable one counts as `es`
 * @param country - two letters; where the tag names no region, numbers are written as there
 */
export function localeNumbers(tag: string, country: string | null): LocaleNumbers {
  const locale = regional(tag, country);
  // Costly, and most forms ask for no number.
  const sentence = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));
  const field = once(
    () => new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }),
  );
  const decimal = once(
    () =>
      field()
        .formatToParts(0.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.',
  );
  return {
    write: (number) => sentence().format(number),
    show: (number) => (Object.is(number, -0) ? '0' : field().format(number)),
    read: (typed, isWhole) => {
      const text = typed
        .normalize('NFKC')
        .trim()
        .replace(/^[−‒–]/u, '-');
      const [, sign = '', digits = ''] = /^([-+]?)\s*(.*)$/u.exec(text) ?? [];
      const plain = plainDigits(digits, decimal(), isWhole);
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
function plainDigits(typed: string, decimal: string, isWhole: boolean): string | undefined {
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
    (parts.length > 2 || isWhole || sign !== decimal);
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
