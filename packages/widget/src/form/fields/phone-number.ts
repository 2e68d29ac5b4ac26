import { latinDigits } from '../../i18n/plain-text.ts';

/** The phone numbers of a country. */
interface Numbering {
  /** The country calling code, without `+`. */
  code: string;
  /** The minimum and maximum number of digits after the code. */
  lengths: readonly [fewest: number, most: number];
  /** A prefix that is dialed within the country only. */
  trunk?: string;
}

const NUMBERING: Record<string, Numbering> = {
  AR: { code: '54', lengths: [10, 11], trunk: '0' },
  BO: { code: '591', lengths: [8, 8], trunk: '0' },
  BR: { code: '55', lengths: [10, 11], trunk: '0' },
  CL: { code: '56', lengths: [9, 9], trunk: '0' },
  CO: { code: '57', lengths: [10, 10] },
  CR: { code: '506', lengths: [8, 8] },
  CU: { code: '53', lengths: [8, 8], trunk: '0' },
  DO: { code: '1', lengths: [10, 10] },
  EC: { code: '593', lengths: [8, 9], trunk: '0' },
  ES: { code: '34', lengths: [9, 9] },
  GT: { code: '502', lengths: [8, 8] },
  HN: { code: '504', lengths: [8, 8] },
  MX: { code: '52', lengths: [10, 10] },
  NI: { code: '505', lengths: [8, 8] },
  PA: { code: '507', lengths: [7, 8] },
  PE: { code: '51', lengths: [8, 9], trunk: '0' },
  PY: { code: '595', lengths: [8, 9], trunk: '0' },
  SV: { code: '503', lengths: [8, 8] },
  US: { code: '1', lengths: [10, 10] },
  UY: { code: '598', lengths: [8, 8], trunk: '0' },
  VE: { code: '58', lengths: [10, 10], trunk: '0' },
};

const SEPARATORS = /[\s().\-‐-―−/\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const INTERNATIONAL = /^\s*(\+|00)/;

function numberingOf(country: string | null): Numbering | undefined {
  return country !== null && Object.hasOwn(NUMBERING, country) ? NUMBERING[country] : undefined;
}

/** E.g. `+51`; `undefined` for an unknown country. */
export function phonePrefix(country: string | null): string | undefined {
  const code = numberingOf(country)?.code;
  return code === undefined ? undefined : `+${code}`;
}

/** Whether a number includes a country code. */
export function isInternational(typed: string): boolean {
  return INTERNATIONAL.test(latinDigits(typed.normalize('NFKC')).replaceAll(SEPARATORS, ''));
}

/**
 * Normalizes a phone number to the international format if the schema accepts it, else to another
 * accepted format. Text that is no number of the country stays as typed.
 *
 * @param country - two uppercase letters; `null` when unknown
 * @param isValid - whether the field's schema accepts a text
 */
export function normalizePhone(
  typed: string,
  country: string | null,
  isValid: (text: string) => boolean,
): string {
  const text = typed.trim();
  const bare = latinDigits(text.normalize('NFKC')).replaceAll(SEPARATORS, '');
  if (!/^\+?\d+$/.test(bare)) return text;
  const variants = isInternational(bare)
    ? abroad(bare.replace(INTERNATIONAL, ''), numberingOf(country))
    : within(bare, numberingOf(country));
  return [...variants, text, bare].find(isValid) ?? text;
}

/** Whether text can be a complete phone number; numbers of other countries always can. */
export function isWholePhone(text: string, country: string | null): boolean {
  const bare = text.replaceAll(SEPARATORS, '');
  const numbering = numberingOf(country);
  if (!/^\+?\d{5,15}$/.test(bare)) return false;
  if (numbering === undefined) return true;
  if (!bare.startsWith('+')) return nationalDigits(bare, numbering) !== undefined;
  const isOwn = bare.startsWith(`+${numbering.code}`);
  return !isOwn || isLong(bare.slice(1 + numbering.code.length), numbering);
}

function abroad(digits: string, numbering: Numbering | undefined): string[] {
  const isOwn = numbering !== undefined && digits.startsWith(numbering.code);
  const national = isOwn ? [digits.slice(numbering.code.length)] : [];
  return [`+${digits}`, digits, `00${digits}`, ...national];
}

function within(digits: string, numbering: Numbering | undefined): string[] {
  const national = numbering && nationalDigits(digits, numbering);
  if (numbering === undefined || national === undefined) return [];
  const whole = numbering.code + national;
  return [`+${whole}`, national, digits, whole, `00${whole}`];
}

/** The digits after the country code; `undefined` if they are no number of the country. */
function nationalDigits(digits: string, numbering: Numbering): string | undefined {
  const { code, trunk } = numbering;
  const variants = [
    digits,
    ...(trunk !== undefined && digits.startsWith(trunk) ? [digits.slice(trunk.length)] : []),
    ...(digits.startsWith(code) ? [digits.slice(code.length)] : []),
  ];
  return variants.find(
    (rest) => isLong(rest, numbering) && !(trunk !== undefined && rest.startsWith(trunk)),
  );
}

function isLong({ length }: string, { lengths: [fewest, most] }: Numbering): boolean {
  return length >= fewest && length <= most;
}
