import type { RJSFSchema } from '@rjsf/utils';
import type { InputHTMLAttributes } from 'react';
import type { DocumentName, KnownField } from '../../i18n/known-fields.ts';
import { pathOf } from './field-id.ts';
import { isOfDigits } from './identity-document.ts';
import { isCode, knownField } from './known-field.ts';
import { numberType } from './number-type.ts';

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const CODE: Attributes = {
  autoCapitalize: 'characters',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
};
const DIGITS: Attributes = { inputMode: 'numeric' };
const OWN_NAME: Attributes = { autoComplete: 'name', autoCapitalize: 'words' };
const OTHERS_NAME: Attributes = { autoComplete: 'off', autoCapitalize: 'words' };
const EMAIL: Attributes = { type: 'email', autoComplete: 'email', autoCapitalize: 'none' };
const PHONE: Attributes = { type: 'tel', autoComplete: 'tel' };

const BY_NAME: Partial<Record<KnownField, Attributes>> = {
  company: OTHERS_NAME,
  dob: { autoComplete: 'bday' },
  email: EMAIL,
  fathers_full_name: OTHERS_NAME,
  first_name: { autoComplete: 'given-name', autoCapitalize: 'words' },
  full_name: OWN_NAME,
  last_name: { autoComplete: 'family-name', autoCapitalize: 'words' },
  mothers_full_name: OTHERS_NAME,
  name: OTHERS_NAME,
  phone: PHONE,
  referee_email: EMAIL,
  referee_phone: PHONE,
};
const BY_FORMAT: Record<string, Attributes> = {
  email: EMAIL,
  tel: PHONE,
  phone: PHONE,
  uri: { type: 'url', autoCapitalize: 'none' },
};
/** Never `type="number"`: it drops what it cannot read, and a wheel changes it. */
const BY_TYPE: Record<string, Attributes> = {
  integer: { inputMode: 'numeric' },
  number: { inputMode: 'decimal' },
};

/** What the browser needs to offer the right keyboard and to fill in what it knows. */
export function inputAttributes(
  rjsfId: string,
  schema: RJSFSchema,
  document?: DocumentName,
): Attributes {
  const path = pathOf(rjsfId);
  const known = knownField(path);
  const type = numberType(schema);
  const attributes = {
    ...(type && BY_TYPE[type]),
    ...(isCode(path) ? CODE : known && BY_NAME[known]),
    ...(document && isOfDigits(document) && DIGITS),
    ...(schema.format && Object.hasOwn(BY_FORMAT, schema.format) && BY_FORMAT[schema.format]),
  };
  // Inside a list it is somebody else's: the candidate's own data must not be offered there.
  return path.length > 1 ? { ...attributes, autoComplete: 'off' } : attributes;
}

/** Whether a field holds a telephone number. */
export function isPhone(rjsfId: string, schema: RJSFSchema): boolean {
  if (numberType(schema) !== undefined) return false;
  const known = knownField(pathOf(rjsfId));
  const { format } = schema;
  return format === 'tel' || format === 'phone' || known === 'phone' || known === 'referee_phone';
}
