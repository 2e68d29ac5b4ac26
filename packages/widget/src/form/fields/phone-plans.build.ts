import { getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min';
import numbers from 'libphonenumber-js/examples.mobile.json';

/** The countries that candidates are in. */
const COUNTRIES = [
  ...(['AR', 'BO', 'BR', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'ES', 'GT'] as const),
  ...(['HN', 'MX', 'NI', 'PA', 'PE', 'PY', 'SV', 'US', 'UY', 'VE'] as const),
];

interface PhonePlan {
  /** The calling code, with `+`. */
  prefix: string;
  /** A mobile number that nobody has. */
  example: string;
  /** The number of digits of a mobile number, without the calling code. */
  digits: number;
}

/** By country. */
export const PHONE_PLANS: Readonly<Record<string, PhonePlan>> = Object.fromEntries(
  COUNTRIES.map((country) => {
    const number = getExampleNumber(country, numbers);
    const example = number?.formatInternational() ?? '';
    const digits = number?.nationalNumber.length ?? 0;
    return [country, { prefix: `+${getCountryCallingCode(country)}`, example, digits }];
  }),
);
