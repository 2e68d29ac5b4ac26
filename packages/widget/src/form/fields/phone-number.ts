import { PHONE_PLANS } from './phone-plans.build.ts';
import { inPlainForm, trimmed } from './text-formats.ts';

/** The chunk with the numbering plans of all countries. */
export type PhoneNumbers = typeof import('../../phones/phone-parser.ts');

const SEPARATORS = /[\s().\-/]/g;
const INTERNATIONAL = /^(?:\+|00)/;

/** Without separators and marks that come along when a number is copied. */
const bareNumber = (typed: string) => inPlainForm(trimmed(typed)).replaceAll(SEPARATORS, '');

/** E.g. `+51`; `undefined` for an unknown country. */
export function phonePrefix(country: string | null): string | undefined {
  return planOf(country)?.prefix;
}

/** E.g. `+51 912 345 678`, a number that nobody has; `undefined` for an unknown country. */
export function phoneExample(country: string | null): string | undefined {
  return planOf(country)?.example;
}

function planOf(country: string | null) {
  const isKnown = country !== null && Object.hasOwn(PHONE_PLANS, country);
  return isKnown ? PHONE_PLANS[country] : undefined;
}

/** Whether a number includes a country code. */
export function isInternational(typed: string): boolean {
  return INTERNATIONAL.test(bareNumber(typed));
}

/**
 * Normalizes a phone number to E.164 if the schema accepts it, else to another accepted format. Text that is
 * no whole number of its country stays as typed.
 *
 * @param country - two uppercase letters; `null` when unknown
 * @param isValid - whether the field's schema accepts a text
 * @param phones - the numbering plans; before they are loaded, only a mobile number without a prefix of home
 *   and a number with a country code change
 */
export function normalizePhone(
  typed: string,
  country: string | null,
  isValid: (text: string) => boolean,
  phones: PhoneNumbers | undefined,
): string {
  const text = trimmed(typed);
  const bare = bareNumber(text);
  if (!/\d/.test(bare)) return text;
  const number = phones ? phones.readPhone(inPlainForm(text), country) : mobileOf(bare, country);
  const variants = number ? formsOf(number, bare) : unknownForms(bare);
  return [...variants, text, inPlainForm(text), bare].find(isValid) ?? text;
}

function formsOf(
  { international, national }: { international: string; national: string },
  bare: string,
): string[] {
  const digits = international.slice(1);
  return [international, national, bare, digits, `00${digits}`];
}

/** A number with as many digits as the mobile numbers of a country. */
function mobileOf(bare: string, country: string | null) {
  const plan = planOf(country);
  const isMobile = /^[1-9]\d+$/.test(bare) && bare.length === plan?.digits;
  return isMobile ? { international: plan.prefix + bare, national: bare } : undefined;
}

/** Of a number with a country code that no numbering plan knows. */
function unknownForms(bare: string): string[] {
  if (!/^(?:\+|00)\d+$/.test(bare)) return [];
  const digits = bare.replace(INTERNATIONAL, '');
  return [`+${digits}`, digits, `00${digits}`];
}

/** Whether {@link normalizePhone} makes a number that the schema accepts of a text, also of most without the plans. */
export function mayBecomeValidPhone(
  typed: string,
  country: string | null,
  isValid: (text: string) => boolean,
): boolean {
  if (isValid(normalizePhone(typed, country, isValid, undefined))) return true;
  const { prefix = '' } = planOf(country) ?? {};
  const bare = bareNumber(typed).replace(/^00/, '+');
  // Most countries begin a number of home with a zero.
  const national = bare.startsWith(prefix) ? bare.slice(prefix.length) : bare.replace(/^0/, '');
  return (
    /^\d+$/.test(national) &&
    formsOf({ international: prefix + national, national }, bare).some(isValid)
  );
}

/**
 * Whether a text is a whole number. Before the numbering plans are loaded, every number that could be one is.
 */
export function isWholePhone(
  text: string,
  country: string | null,
  phones: PhoneNumbers | undefined,
): boolean {
  if (!/^\+?\d{5,15}$/.test(bareNumber(text))) return false;
  const isKnown = phones !== undefined && (country !== null || isInternational(text));
  return !isKnown || phones.readPhone(inPlainForm(text), country) !== undefined;
}
