import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../../../i18n/format-message.ts';
import { domId, parentOf, partId, pathOf, pointerOf } from '../../fields/field-id.ts';
import { needsValue } from '../../fields/kinds.ts';
import { entryLabel } from '../../fields/labels.ts';
import {
  EntryContext,
  useFieldError,
  useFieldMessages,
  useIsReadOnly,
  useRegisteredField,
} from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { FieldError, FieldHint, Optional } from './notes.tsx';

/** A status message of an array; with `removed`, the entry can be restored. */
interface ArrayStatus {
  text: string;
  removed?: { index: number; item: unknown };
}

/** Lets an entry set the status of its array. */
const StatusContext = createContext<(status: ArrayStatus) => void>(() => {});

const INPUTS = 'input, select, textarea';

/** An array of entries, with buttons to add one and to undo a removal. */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, items, canAdd, required = false } = props;
  const { messages } = useForm();
  const rjsfId = fieldPathId.$id;
  const own = useFieldMessages(rjsfId, schema);
  const error = useFieldError(rjsfId);
  const entry = useEntryLabel(props);
  useRegisteredField(rjsfId, own, { required, isContainer: true, inputMethod: 'chosen' });
  const [status, setStatus] = useState<ArrayStatus>({ text: '' });
  const { onAdd, onUndo } = useArrayActions(props, entry, status, setStatus);
  const isTuple = Array.isArray(schema.items);
  const isReadOnly = useIsReadOnly({ ...props, id: rjsfId });
  const entryContext = useMemo(
    () => ({ list: rjsfId, entry: isTuple ? undefined : entry, isReadOnly }),
    [rjsfId, entry, isTuple, isReadOnly],
  );
  return (
    <fieldset className="list" part="group" id={domId(rjsfId)} tabIndex={-1}>
      <legend className="legend" part="legend">
        {own.label}
        {!(required && needsValue(schema)) && <Optional />}
      </legend>
      <FieldHint rjsfId={rjsfId} text={own.hint} />
      <FieldError rjsfId={rjsfId} error={error} />
      <StatusContext value={setStatus}>
        <EntryContext value={entryContext}>{items}</EntryContext>
      </StatusContext>
      {canAdd && !isReadOnly && (
        <button
          type="button"
          className="button secondary"
          part="add"
          id={partId(rjsfId, 'add')}
          onClick={onAdd}
        >
          {formatMessage(messages.add, entry)}
        </button>
      )}
      {!canAdd && isFull(schema, items.length) && (
        <p className="hint" part="hint">
          {formatMessage(messages.full, items.length)}
        </p>
      )}
      <div className={status.removed ? 'undo' : 'unseen'} part="undo">
        <p aria-live="polite">{status.text}</p>
        {status.removed && (
          <button type="button" className="button quiet" part="undo-button" onClick={onUndo}>
            {messages.undo}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Click handlers that add an entry or restore a removed one, then focus its first input. */
function useArrayActions(
  { fieldPathId, items, onAddClick }: ArrayFieldTemplateProps,
  entry: string,
  { removed }: ArrayStatus,
  setStatus: (status: ArrayStatus) => void,
) {
  const { messages, store, setValue } = useForm();
  const rjsfId = fieldPathId.$id;
  const statusOfAdded = (index: number) => ({
    text: formatMessage(messages.added, formatMessage(messages.item, entry, index + 1)),
  });
  return {
    onAdd: (event: MouseEvent<HTMLButtonElement>) => {
      const list = event.currentTarget.closest('.list');
      flushSync(() => store.typing.commitAll());
      flushSync(() => {
        onAddClick(event);
        setStatus(statusOfAdded(items.length));
      });
      const last = [...(list?.querySelectorAll(':scope > .item') ?? [])].at(-1);
      last?.querySelector<HTMLElement>(INPUTS)?.focus();
    },
    onUndo: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      if (removed === undefined) return;
      const list = currentTarget.closest('.list');
      const { index, item } = removed;
      flushSync(() => store.typing.commitAll());
      const left = (store.valueAt(pathOf(rjsfId)) ?? []) as unknown[];
      flushSync(() => store.moveEntries(pointerOf(rjsfId), index, 'down'));
      setValue(pathOf(rjsfId), left.toSpliced(index, 0, item));
      flushSync(() => setStatus(statusOfAdded(index)));
      const restored = list?.querySelectorAll<HTMLElement>(':scope > .item')[index];
      restored?.querySelector<HTMLElement>(INPUTS)?.focus();
    },
  };
}

function isFull({ maxItems, items }: RJSFSchema, count: number): boolean {
  return maxItems !== undefined && maxItems > 1 && count >= maxItems && !Array.isArray(items);
}

function useEntryLabel({ fieldPathId, schema }: ArrayFieldTemplateProps): string {
  const form = useForm();
  return useMemo(() => entryLabel(fieldPathId.$id, schema, form), [fieldPathId.$id, schema, form]);
}

/** One entry of an array, with a button that removes it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, schema, index } = props;
  const { messages, store } = useForm();
  const rjsfId = buttonsProps.fieldPathId.$id;
  const { label } = useFieldMessages(rjsfId, schema);
  const setStatus = useContext(StatusContext);
  const { isReadOnly = false } = useContext(EntryContext);
  const onRemove = (event: MouseEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest('.list');
    flushSync(() => store.typing.commitAll());
    const item = store.valueAt(pathOf(rjsfId));
    flushSync(() => {
      store.moveEntries(pointerOf(parentOf(rjsfId)), index, 'up');
      buttonsProps.onRemoveItem(event);
      const text = formatMessage(messages.removed, label, props.totalItems - 1);
      setStatus({ text, removed: { index, item } });
    });
    const buttons = [...(list?.querySelectorAll<HTMLElement>(':scope > .item > .button') ?? [])];
    const add = list?.querySelector<HTMLElement>(':scope > .button');
    (buttons[index] ?? buttons.at(-1) ?? add)?.focus();
  };
  return (
    <div className="item" part="item">
      {children}
      {buttonsProps.hasRemove && !isReadOnly && (
        <button
          type="button"
          className="button quiet"
          part="remove"
          id={partId(rjsfId, 'remove')}
          onClick={onRemove}
        >
          {formatMessage(messages.remove, label)}
        </button>
      )}
    </div>
  );
}
