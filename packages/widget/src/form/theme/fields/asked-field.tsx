import { getDefaultRegistry } from '@rjsf/core';
import type { Field, FieldPathList, FieldProps } from '@rjsf/utils';
import { memo, type ReactNode, useCallback } from 'react';
import { toPointer } from '../../../validation/json.ts';
import { useForm, useStored } from '../../form-context.ts';
import { FieldContext } from '../use-field.ts';

/** RJSF's own, which our overrides render. */
export const { SchemaField, StringField } = getDefaultRegistry().fields as Record<
  'SchemaField' | 'StringField',
  Field
>;

/**
 * Overrides RJSF's SchemaField: gives it what the model asks at this path now, and passes changes on to the model.
 * RJSF's other fields render from there.
 */
export const AskedField = memo(CurrentField, isSamePlace);

function CurrentField(props: FieldProps): ReactNode {
  const { askedForm, controller } = useForm();
  const { path } = props.fieldPathId;
  const field = useStored(() => askedForm.at(path));
  const onChange = useCallback(
    (value: unknown, changed: FieldPathList) => {
      const pointer = askedForm.at(changed)?.info.pointer ?? toPointer(changed);
      controller.change(pointer, value);
    },
    [askedForm, controller],
  );
  if (field === undefined) return null;
  const { info, formData } = field;
  return (
    <FieldContext value={info}>
      <SchemaField
        {...props}
        schema={info.schema}
        uiSchema={info.uiSchema}
        required={info.isRequired}
        formData={formData}
        onChange={onChange}
      />
    </FieldContext>
  );
}

/** Everything else about a field is read from the model. */
function isSamePlace(before: FieldProps, after: FieldProps): boolean {
  const [old, now] = [before.fieldPathId.path, after.fieldPathId.path];
  return (
    before.registry === after.registry &&
    old.length === now.length &&
    old.every((key, index) => key === now[index])
  );
}
