import type { ArrayFieldItemTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { childPointer } from '../../../validation/json.ts';
import { partId } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { ListContext } from './list-actions.ts';

/** One entry of a list, with a button that removes it. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, index, buttonsProps } = props;
  const { messages, askedForm } = useForm();
  const list = useFieldInfo();
  const { remove, copy } = useContext(ListContext);
  const { minItems = 0 } = list.valueSchema;
  const pointer = childPointer(list.pointer, index);
  const label = useStored(() => askedForm.fieldAt(pointer)?.messages.label) ?? String(index + 1);
  const copied = useStored(() => askedForm.copyableTo(pointer));
  return (
    <div className="item" part="item">
      {copied !== undefined && (
        <button
          type="button"
          className="button quiet"
          part="copy"
          onClick={(event) => copy(event, index)}
        >
          {formatMessage(messages.copyEntry, copied)}
        </button>
      )}
      {children}
      {buttonsProps.hasRemove && buttonsProps.totalItems > minItems && (
        <button
          type="button"
          className="button quiet"
          part="remove"
          id={partId(pointer, 'remove')}
          onClick={(event) => remove(event, index, label)}
        >
          {formatMessage(messages.remove, label)}
        </button>
      )}
    </div>
  );
}
