import { getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min';
import numbers from 'libphonenumber-js/examples.mobile.json';

/** The countries that candidates are in. */
const COUNTRIES = [
  ...(['AR', 'BO', 'BR', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'ES', 'GT'] as const),
  ...(['HN', 'MX', 'NI', 'PA', 'PE', 'PY', 'SV', 'US', 'UY', 'VE'] as const),
];

/** By country: the calling code with `+`, and a mobile number that nobody has. */
export const PHONE_PLANS: Readonly<Record<string, { prefix: string; example: string }>> =
  Object.fromEntries(
    COUNTRIES.map((country) => {
      const example = getExampleNumber(country, numbers)?.formatInternational() ?? '';
      return [country, { prefix: `+${getCountryCallingCode(country)}`, example }];
    }),
  );
