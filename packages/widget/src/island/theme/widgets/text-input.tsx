import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId } from '../../fields/field-id.ts';
import { inputAttributes } from '../../fields/input-attributes.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useTyped, type Reading } from './use-typed.ts';

/** A line of text, whatever its format: text, e-mail, phone, number, time. */
export function TextInput({
  id,
  schema,
  disabled,
  readonly,
  reading,
  ...props
}: WidgetProps & { reading?: Reading | undefined }): ReactNode {
  const aria = useFieldAria(id, schema);
  const typed = useTyped<HTMLInputElement>({ id, schema, ...props, reading });
  return (
    <input
      type="text"
      className="input"
      part="input"
      name={domId(id)}
      disabled={disabled}
      readOnly={readonly}
      {...inputAttributes(id, schema)}
      {...aria}
      {...typed}
    />
  );
}
