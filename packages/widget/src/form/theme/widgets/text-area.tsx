import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId } from '../../fields/field-id.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useTyped } from './use-typed.ts';

/** Several lines of text. */
export function TextArea({ id, schema, disabled, ...props }: WidgetProps): ReactNode {
  const aria = useFieldAria(id);
  const typed = useTyped<HTMLTextAreaElement>({ id, schema, ...props });
  return (
    <textarea
      className="input"
      part="input"
      name={domId(id)}
      rows={4}
      disabled={disabled}
      {...aria}
      {...typed}
    />
  );
}
