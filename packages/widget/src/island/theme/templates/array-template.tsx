import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { createContext, useContext, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { domId, partId } from '../../fields/field-id.ts';
import { entryLabel } from '../../fields/field-words.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';

/** Has a sentence read out by the list around an entry. */
const SayContext = createContext<(sentence: string) => void>(() => {});

const FIELDS = 'input, select, textarea';

/** A list: its entries one below the other, and a button that adds one. */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, required = false, items, canAdd, onAddClick } = props;
  const form = useForm();
  const { messages } = form;
  const rjsfId = fieldPathId.$id;
  const words = useWords(rjsfId, schema);
  useShown(rjsfId, words, { required, isContainer: true, answer: 'chosen' });
  const [said, say] = useState('');
  const onAdd = (event: MouseEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest('.list');
    const label = messages.item(entryLabel(rjsfId, schema, form), items.length + 1);
    flushSync(() => {
      onAddClick(event);
      say(messages.added(label));
    });
    list
      ?.querySelector<HTMLElement>(`:scope > .item:nth-last-child(1 of .item) :is(${FIELDS})`)
      ?.focus();
  };
  return (
    <fieldset className="list" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {words.label}
        {!required && <span className="optional"> ({messages.optional})</span>}
      </legend>
      <FieldHint rjsfId={rjsfId} text={words.hint} />
      <FieldError rjsfId={rjsfId} />
      <SayContext value={say}>{items}</SayContext>
      {canAdd && (
        <button
          type="button"
          className="button secondary"
          part="add"
          id={partId(rjsfId, 'add')}
          onClick={onAdd}
        >
          {messages.add(entryLabel(rjsfId, schema, form))}
        </button>
      )}
      <output className="unseen">{said}</output>
    </fieldset>
  );
}

/** One entry of a list, with a button that removes it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, schema } = props;
  const { messages } = useForm();
  const { label } = useWords(buttonsProps.fieldPathId.$id, schema);
  const say = useContext(SayContext);
  const onRemove = (event: MouseEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest('.list');
    flushSync(() => {
      buttonsProps.onRemoveItem(event);
      say(messages.removed(label, props.totalItems - 1));
    });
    const buttons = [...(list?.querySelectorAll<HTMLElement>(':scope > .item > .button') ?? [])];
    const add = list?.querySelector<HTMLElement>(':scope > .button');
    (buttons[props.index] ?? buttons.at(-1) ?? add)?.focus();
  };
  return (
    <div className="item" part="item">
      {children}
      {buttonsProps.hasRemove && (
        <button
          type="button"
          className="button quiet"
          part="remove"
          id={partId(buttonsProps.fieldPathId.$id, 'remove')}
          onClick={onRemove}
        >
          {messages.remove(label)}
        </button>
      )}
    </div>
  );
}
