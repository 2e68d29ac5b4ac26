import type { RJSFSchema } from '@rjsf/utils';
import { pathOf } from './field-id.ts';
import { isPhone } from './input-attributes.ts';
import { knownField } from './known-field.ts';

/** Whether an answer of this field can look odd: its place to say so is there before it does. */
export function isRemarkable(rjsfId: string, schema: RJSFSchema): boolean {
  return knownField(pathOf(rjsfId)) === 'document_id' || isPhone(rjsfId, schema);
}
