import type { RJSFSchema } from '@rjsf/utils';
import type { InputHTMLAttributes } from 'react';
import { CODE_FIELDS, type KnownField } from '../../messages/known-fields.ts';
import { pathOf } from './field-id.ts';
import { knownField } from './field-words.ts';

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const CODE: Attributes = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false };
const OWN_NAME: Attributes = { autoComplete: 'name', autoCapitalize: 'words' };
const OTHERS_NAME: Attributes = { autoComplete: 'off', autoCapitalize: 'words' };
const EMAIL: Attributes = { type: 'email', autoComplete: 'email', autoCapitalize: 'none' };
const PHONE: Attributes = { type: 'tel', autoComplete: 'tel' };

const BY_NAME: Partial<Record<KnownField, Attributes>> = {
  company: OTHERS_NAME,
  dob: { autoComplete: 'bday' },
  email: EMAIL,
  fathers_full_name: OTHERS_NAME,
  full_name: OWN_NAME,
  mothers_full_name: OTHERS_NAME,
  name: OTHERS_NAME,
  phone: PHONE,
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

/** Whether a field holds a code, such as an identity number. */
export function isCode(rjsfId: string): boolean {
  const known = knownField(pathOf(rjsfId).at(-1) ?? '');
  return known !== undefined && CODE_FIELDS.includes(known);
}

/** What the browser needs to offer the right keyboard and to fill in what it knows. */
export function inputAttributes(rjsfId: string, schema: RJSFSchema): Attributes {
  const path = pathOf(rjsfId);
  const known = knownField(path.at(-1) ?? '');
  const attributes = {
    ...(typeof schema.type === 'string' && BY_TYPE[schema.type]),
    ...(isCode(rjsfId) ? CODE : known && BY_NAME[known]),
    ...(schema.format && Object.hasOwn(BY_FORMAT, schema.format) && BY_FORMAT[schema.format]),
  };
  // Inside a list it is somebody else's: the candidate's own data must not be offered there.
  return path.length > 1 ? { ...attributes, autoComplete: 'off' } : attributes;
}
