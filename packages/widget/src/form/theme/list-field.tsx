import { type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../../i18n/format-message.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { RemovedEntry } from '../form-controller.ts';
import { childPointer } from '../../validation/json.ts';
import { partId } from '../fields/field-id.ts';
import { entryLabel } from '../fields/labels.ts';
import { EntryContext, useFieldMessages, useIsReadOnly } from '../fields/use-field.ts';
import { type FieldProps, useForm } from '../form-context.ts';
import { FieldGroup } from './notes.tsx';

const INPUTS = 'input, select, textarea';
const NO_SCHEMA = {};

/** A list of entries, with their buttons. */
export function ListField(props: FieldProps): ReactNode {
  const { pointer, node, schema, value, required, childOf } = props;
  const form = useForm();
  const { messages, model } = form;
  const entry = useMemo(() => entryLabel(pointer, schema, form), [pointer, schema, form]);
  const isReadOnly = useIsReadOnly(props);
  const { first, others } = node.items;
  const { maxItems = Infinity } = schema;
  const isTuple = first.length > 0;
  const context = useMemo(
    () => ({ list: pointer, entry: isTuple ? undefined : entry }),
    [pointer, entry, isTuple],
  );
  const entries: unknown[] = Array.isArray(value) ? value : [];
  const { status, removed, add, undo, remove } = useListActions(pointer, entry, entries.length);
  const isFull = entries.length >= maxItems;
  const canAdd = !isFull && (first[entries.length] ?? others) !== undefined;
  return (
    <FieldGroup {...{ pointer, schema, required }} className="list" inputMethod="chosen">
      <EntryContext value={context}>
        {model.entries.keysOf(pointer, entries.length).map((key, index) => {
          const isRemovable = !isReadOnly && index >= first.length;
          const onRemove = isRemovable ? remove : undefined;
          return (
            <Entry key={key} pointer={childPointer(pointer, index)} {...{ index, onRemove }}>
              {childOf(String(index))}
            </Entry>
          );
        })}
      </EntryContext>
      {canAdd && !isReadOnly && (
        <button
          type="button"
          className="button secondary"
          part="add"
          id={partId(pointer, 'add')}
          onClick={add}
        >
          {formatMessage(messages.add, entry)}
        </button>
      )}
      {isFull && !isTuple && maxItems > 1 && (
        <p className="hint" part="hint">
          {formatMessage(messages.full, entries.length)}
        </p>
      )}
      <div className={removed ? 'undo' : 'unseen'} part="undo">
        <p aria-live="polite">{status}</p>
        {removed && (
          <button type="button" className="button quiet" part="undo-button" onClick={undo}>
            {messages.undo}
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

type Click = MouseEvent<HTMLButtonElement>;

/** Click handlers, which also move the focus, and the status that they announce. */
function useListActions(pointer: string, entry: string, count: number) {
  const { messages, model, controller } = useForm();
  /** In the language of the moment, which may change. */
  const [status, setStatus] = useState<(messages: Messages) => string>();
  const [removed, setRemoved] = useState<RemovedEntry>();
  const insert = ({ currentTarget }: Click, index: number, before?: RemovedEntry) => {
    const list = currentTarget.closest('.list');
    controller.insertEntry(pointer, index, before);
    flushSync(() => {
      setStatus(
        () =>
          ({ added, item }: Messages) =>
            formatMessage(added, formatMessage(item, entry, index + 1)),
      );
      setRemoved(undefined);
    });
    const inserted = list?.querySelectorAll(':scope > .item')[index];
    inserted?.querySelector<HTMLElement>(INPUTS)?.focus();
  };
  return {
    status: status?.(messages),
    removed,
    add: (event: Click) => insert(event, count),
    undo: (event: Click) => removed && insert(event, removed.index, removed),
    remove: ({ currentTarget }: Click, index: number, label: string) => {
      const list = currentTarget.closest('.list');
      const entryBefore = controller.removeEntry(pointer, index);
      const left = model.listAt(pointer).length;
      flushSync(() => {
        setStatus(() => (texts: Messages) => formatMessage(texts.removed, label, left));
        setRemoved(entryBefore);
      });
      const buttons = [...(list?.querySelectorAll<HTMLElement>(':scope > .item > .button') ?? [])];
      const addButton = list?.querySelector<HTMLElement>(':scope > .button');
      (buttons[index] ?? buttons.at(-1) ?? addButton)?.focus();
    },
  };
}

interface EntryProps {
  pointer: string;
  index: number;
  /** Absent when the entry cannot be removed. */
  onRemove: ((event: Click, index: number, label: string) => void) | undefined;
  children: ReactNode;
}

/** One entry, with a button that removes it. */
function Entry({ pointer, index, onRemove, children }: EntryProps): ReactNode {
  const { messages, model } = useForm();
  const { label } = useFieldMessages(pointer, model.valueNodeAt(pointer)?.node.schema ?? NO_SCHEMA);
  return (
    <div className="item" part="item">
      {children}
      {onRemove && (
        <button
          type="button"
          className="button quiet"
          part="remove"
          id={partId(pointer, 'remove')}
          onClick={(event) => onRemove(event, index, label)}
        >
          {formatMessage(messages.remove, label)}
        </button>
      )}
    </div>
  );
}
