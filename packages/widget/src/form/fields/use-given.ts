import type { FieldTemplateProps } from '@rjsf/utils';
import { useState } from 'react';
import { valueAt } from '../../validation/json-pointer.ts';
import { useForm } from '../form-context.ts';
import { pathOf } from './field-id.ts';

type Place = Pick<FieldTemplateProps, 'id' | 'schema' | 'registry'> & {
  readonly?: boolean | undefined;
  formData?: unknown;
};

/**
 * Whether a field that may only be read has its value from elsewhere, and a right one. Without one it
 * is filled in like any other: nobody shall be asked for what they cannot give. Decided once, so that
 * no input vanishes while it is typed in.
 */
export function useGiven({ id, schema, readonly = false, formData, registry }: Place): boolean {
  const { given } = useForm();
  const [isGiven] = useState(() => {
    if (!readonly || formData === undefined) return false;
    const isThere = (valueAt(given(), pathOf(id)) ?? schema.default) !== undefined;
    if (!isThere) return false;
    const { schemaUtils, rootSchema } = registry;
    return schemaUtils.getValidator().isValid(schema, formData as never, rootSchema);
  });
  return isGiven;
}
