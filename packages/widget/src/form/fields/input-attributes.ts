import type { RJSFSchema } from '@rjsf/utils';
import type { InputHTMLAttributes } from 'react';
import type { DocumentName, StandardField } from '../../i18n/standard-fields.ts';
import { pathOf } from './field-id.ts';
import { isNumeric } from './identity-documents.ts';
import type { TextKind } from './kinds.ts';
import { numberType } from './locale-numbers.ts';
import { isCode, standardField } from './standard-field.ts';

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

const BY_NAME: Partial<Record<StandardField, Attributes>> = {
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
/** Never `type="number"`: it discards text that it cannot parse, and scrolling changes it. */
const BY_TYPE: Record<string, Attributes> = {
  integer: { inputMode: 'numeric' },
  number: { inputMode: 'decimal' },
};

/** The type, keyboard, and autofill attributes of an input. */
export function inputAttributes(
  rjsfId: string,
  schema: RJSFSchema,
  document?: DocumentName,
): Attributes {
  const path = pathOf(rjsfId);
  const known = standardField(path);
  const type = numberType(schema);
  const attributes = {
    ...(type && !Array.isArray(schema.type) && BY_TYPE[type]),
    ...(isCode(path) ? CODE : known && BY_NAME[known]),
    ...(isNumeric(document) && DIGITS),
    ...(schema.format && Object.hasOwn(BY_FORMAT, schema.format) && BY_FORMAT[schema.format]),
  };
  // Nested fields belong to other people: do not offer the candidate's own data there.
  return path.length > 1 ? { ...attributes, autoComplete: 'off' } : attributes;
}

export function isPhone(rjsfId: string, schema: RJSFSchema): boolean {
  if (numberType(schema) !== undefined) return false;
  const known = standardField(pathOf(rjsfId));
  const { format } = schema;
  return format === 'tel' || format === 'phone' || known === 'phone' || known === 'referee_phone';
}

/** Whether a field can have a warning: its live region must exist before the first one. */
export function canWarn(rjsfId: string, schema: RJSFSchema, kind: TextKind): boolean {
  const field = standardField(pathOf(rjsfId));
  if (field === 'dob') return kind === 'date';
  return field === 'document_id' || isPhone(rjsfId, schema);
}
