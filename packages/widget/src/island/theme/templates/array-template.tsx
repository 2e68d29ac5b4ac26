import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId, partId } from '../../fields/field-id.ts';
import { entryLabel } from '../../fields/field-words.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';

/** A list: its entries one below the other, and a button that adds one. */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, required = false, items, canAdd, onAddClick } = props;
  const form = useForm();
  const { messages } = form;
  const rjsfId = fieldPathId.$id;
  const words = useWords(rjsfId, schema);
  useShown(rjsfId, words, { required, isContainer: true, answer: 'chosen' });
  return (
    <fieldset className="list" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {words.label}
        {!required && <span className="optional"> ({messages.optional})</span>}
      </legend>
      <FieldHint rjsfId={rjsfId} text={words.hint} />
      <FieldError rjsfId={rjsfId} />
      {items}
      {canAdd && (
        <button
          type="button"
          className="button secondary"
          part="add"
          id={partId(rjsfId, 'add')}
          onClick={onAddClick}
        >
          {messages.add(entryLabel(rjsfId, schema, form))}
        </button>
      )}
    </fieldset>
  );
}

/** One entry of a list, with a button that removes it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, schema } = props;
  const { messages } = useForm();
  const { label } = useWords(buttonsProps.fieldPathId.$id, schema);
  return (
    <div className="item" part="item">
      {children}
      {buttonsProps.hasRemove && (
        <button
          type="button"
          className="button quiet"
          part="remove"
          id={partId(buttonsProps.fieldPathId.$id, 'remove')}
          onClick={buttonsProps.onRemoveItem}
        >
          {messages.remove(label)}
        </button>
      )}
    </div>
  );
}
