import type { RJSFSchema } from '@rjsf/utils';
import { choiceKind } from './choice-kind.ts';

/**
 * How a field is laid out. `control` one input with its label · `tick` one checkbox beside its label
 * · `group` several inputs under one label · `choice` a part with several shapes · `container` an
 * object or a list, which draws its own frame.
 */
export type FieldKind = 'control' | 'tick' | 'group' | 'choice' | 'container';

/** The kind of field that RJSF draws for a schema. `isSelect`: its options are plain values. */
export function fieldKind(schema: RJSFSchema, displayLabel: boolean, isSelect: boolean): FieldKind {
  if ((schema.oneOf ?? schema.anyOf) && !isSelect && schema.type !== 'boolean') return 'choice';
  if (schema.type === 'boolean') return isConsent(schema) ? 'tick' : 'group';
  if (schema.type === 'array') return displayLabel ? 'group' : 'container';
  if (isSelect && choiceKind(schema) === 'radios') return 'group';
  return schema.type === 'object' || schema.properties ? 'container' : 'control';
}

/** Whether only `true` is allowed, as in “I agree”: then there is no question to answer with no. */
export function isConsent(schema: RJSFSchema): boolean {
  return schema.const === true || (schema.enum?.length === 1 && schema.enum[0] === true);
}
