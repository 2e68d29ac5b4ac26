import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number that exists, as far as the plan of its country says. */
export interface PhoneNumber {
  /** E.164: `+51987654321`. */
  international: string;
  /** What is dialed after the country code. */
  national: string;
}

/**
 * The fewest and the most digits of a number with its area code. The library also accepts numbers that only
 * work within an area, or are services.
 */
const LENGTHS: Readonly<Record<string, readonly [fewest: number, most: number]>> = {
  AR: [10, 11],
  BO: [8, 8],
  BR: [10, 11],
  CL: [9, 9],
  CO: [10, 10],
  CR: [8, 8],
  CU: [8, 8],
  DO: [10, 10],
  EC: [8, 9],
  ES: [9, 9],
  GT: [8, 8],
  HN: [8, 8],
  MX: [10, 10],
  NI: [8, 8],
  PA: [7, 8],
  PE: [8, 9],
  PY: [8, 9],
  SV: [8, 8],
  US: [10, 10],
  UY: [8, 8],
  VE: [10, 10],
};

/** Ways of writing that the plans of today do not have any more, but people do. */
const HABITS: Readonly<Record<string, { code: string; written: RegExp; meant: string }>> = {
  // Zero, any carrier, area: `0xx11`.
  BR: { code: '+55', written: /^(\+55)?0xx(?=\d)/i, meant: '$10' },
  // A zero before mobile numbers and areas.
  CL: { code: '+56', written: /^(\+56)?0(?=[2-9]\d{8}$)/, meant: '$1' },
  // Until 2019: 044 and 045 before mobile numbers, 01 before others, and a 1 from abroad.
  MX: { code: '+52', written: /^(?:(\+?52)(?:044|045|01|1)|04[45]|01)(?=\d{10}$)/, meant: '$1' },
};

/** As in `987654321 / 987654322`. */
const TWO_NUMBERS = /\d{5}\s*\/\s*\d{5}/;

/**
 * The number that a person of a country means, with its prefixes of home and abroad: `011 15-4321-8765`,
 * `0 15 11 99876-5432`, `044 55 1234 5678`, `+44 (0)20 7946 0958`.
 *
 * @param typed - in plain characters
 * @param country - two upper-case letters; `null` when unknown
 * @returns `undefined` for text that is no whole number, or a number with an extension
 */
export function readPhone(typed: string, country: string | null): PhoneNumber | undefined {
  const bare = typed.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  const meant = withoutHabits(bare, country);
  if (TWO_NUMBERS.test(typed) || !/^\+?\d+$/.test(meant)) return undefined;
  const found = parsePhoneNumberFromString(meant, {
    ...(country !== null && isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  });
  if (found === undefined || !found.isValid()) return undefined;
  const { number, nationalNumber, country: own = '' } = found;
  const [fewest, most] = LENGTHS[own] ?? [0, Infinity];
  const isWhole = nationalNumber.length >= fewest && nationalNumber.length <= most;
  return isWhole ? { international: number, national: nationalNumber } : undefined;
}

function withoutHabits(bare: string, country: string | null): string {
  const own = Object.entries(HABITS).find(([home, { code }]) =>
    bare.startsWith('+') ? bare.startsWith(code) : home === country,
  );
  return own === undefined ? bare : bare.replace(own[1].written, own[1].meant);
}
