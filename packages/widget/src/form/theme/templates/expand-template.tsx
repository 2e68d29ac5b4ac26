import type { CyclicSchemaExpandProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';
import { useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';

/** A part that contains itself is drawn one level at a time. */
export function ExpandTemplate(
  props: Pick<CyclicSchemaExpandProps, 'schema' | 'fieldPathId' | 'onExpand'>,
): ReactNode {
  const { messages } = useForm();
  const words = useWords(props.fieldPathId.$id, props.schema);
  return (
    <button
      type="button"
      className="button secondary"
      id={partId(props.fieldPathId.$id, 'expand')}
      onClick={() => props.onExpand(props.fieldPathId.$id)}
    >
      {messages.add(words.label)}
    </button>
  );
}
