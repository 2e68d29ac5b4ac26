import { getDefaultRegistry } from '@rjsf/core';
import type { Field } from '@rjsf/utils';

/** RJSF's own, which our overrides render. */
export const { SchemaField, StringField } = getDefaultRegistry().fields as Record<
  'SchemaField' | 'StringField',
  Field
>;
