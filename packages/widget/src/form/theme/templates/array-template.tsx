import type { ArrayFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { domId, partId, pathOf, pointerOf } from '../../fields/field-id.ts';
import { entryLabel } from '../../fields/field-words.ts';
import { mustHold } from '../../fields/must-hold.ts';
import { useGiven } from '../../fields/use-given.ts';
import { EntryContext, useShown, useWords } from '../../fields/use-field.ts';
import { useForm, useNote } from '../../form-context.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';
import { Optional } from './optional.tsx';
import { SayContext, type ListNews } from './say-context.ts';

/** An entry is there because somebody added it: it may hold what its list is in. */
const FIELDS = 'input, select, textarea';

/** A list: its entries one below the other, and a button that adds one. */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, items, canAdd, onAddClick } = props;
  const { messages, store, fillIn } = useForm();
  const rjsfId = fieldPathId.$id;
  const words = useWords(rjsfId, schema);
  const entry = useEntryLabel(props);
  const { required = false } = props;
  const { error } = useNote(pointerOf(rjsfId));
  useShown(rjsfId, words, { required, isContainer: true, answer: 'chosen' });
  const [{ text, removed }, say] = useState<ListNews>({ text: '' });
  const onAdd = (event: MouseEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest('.list');
    flushSync(() => {
      onAddClick(event);
      say({ text: messages.added(messages.item(entry, items.length + 1)) });
    });
    list
      ?.querySelector<HTMLElement>(`:scope > .item:nth-last-child(1 of .item) :is(${FIELDS})`)
      ?.focus();
  };
  const onUndo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (removed === undefined) return;
    const list = currentTarget.closest('.list');
    const { index, item } = removed;
    flushSync(() => store.commitAll());
    const left = (store.answerAt(pathOf(rjsfId)) ?? []) as unknown[];
    flushSync(() => store.moveEntries(pointerOf(rjsfId), index, 'down'));
    fillIn(pathOf(rjsfId), left.toSpliced(index, 0, item));
    flushSync(() => say({ text: messages.added(messages.item(entry, index + 1)) }));
    const back = list?.querySelectorAll<HTMLElement>(':scope > .item')[index];
    back?.querySelector<HTMLElement>(FIELDS)?.focus();
  };
  const isTuple = Array.isArray(schema.items);
  const isGiven = useGiven({ ...props, id: rjsfId });
  const around = useMemo(
    () => ({ list: rjsfId, entry: isTuple ? undefined : entry, isGiven }),
    [rjsfId, entry, isTuple, isGiven],
  );
  return (
    <fieldset className="list" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {words.label}
        {!(required && mustHold(schema)) && <Optional />}
      </legend>
      <FieldHint rjsfId={rjsfId} text={words.hint} />
      <FieldError rjsfId={rjsfId} error={error} />
      <SayContext value={say}>
        <EntryContext value={around}>{items}</EntryContext>
      </SayContext>
      {canAdd && !isGiven && (
        <button
          type="button"
          className="button secondary"
          part="add"
          id={partId(rjsfId, 'add')}
          onClick={onAdd}
        >
          {messages.add(entry)}
        </button>
      )}
      {!canAdd && isFull(schema, items.length) && (
        <p className="hint" part="hint">
          {messages.full(items.length)}
        </p>
      )}
      <div className={removed ? 'undo' : 'unseen'} part="undo">
        <output>{text}</output>
        {removed && (
          <button type="button" className="button quiet" part="undo-button" onClick={onUndo}>
            {messages.undo}
          </button>
        )}
      </div>
    </fieldset>
  );
}

function isFull({ maxItems, items }: RJSFSchema, count: number): boolean {
  return maxItems !== undefined && maxItems > 1 && count >= maxItems && !Array.isArray(items);
}

function useEntryLabel({ fieldPathId, schema, registry }: ArrayFieldTemplateProps): string {
  const form = useForm();
  const { items } = schema;
  const { schemaUtils } = registry;
  return useMemo(() => {
    const isOne = typeof items === 'object' && !Array.isArray(items);
    const resolved = isOne ? { ...schema, items: schemaUtils.retrieveSchema(items) } : schema;
    return entryLabel(fieldPathId.$id, resolved, form);
  }, [fieldPathId.$id, schema, items, schemaUtils, form]);
}
