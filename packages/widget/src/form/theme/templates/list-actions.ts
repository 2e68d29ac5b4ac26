import { createContext, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../../../i18n/format-message.ts';
import type { Messages } from '../../../i18n/messages.ts';
import type { RemovedEntry } from '../../model/form-model.ts';
import { useForm } from '../../form-context.ts';

const INPUTS = 'input, select, textarea';

type Click = MouseEvent<HTMLButtonElement>;

/** What the buttons of an entry do. */
interface EntryActions {
  remove: (event: Click, index: number, label: string) => void;
  /** Fills in an entry as the one before it. */
  copy: (event: Click, index: number) => void;
}

export const ListContext = createContext<EntryActions>({ remove: () => {}, copy: () => {} });

/**
 * Click handlers, which also move the focus, and the status that they announce. RJSF's own handlers change the
 * list without saying which entry went.
 */
export function useListActions(pointer: string, entry: string, count: number) {
  const { messages, model, controller } = useForm();
  /** In the language of the moment, which may change. */
  const [status, setStatus] = useState<(messages: Messages) => string>();
  const [removed, setRemoved] = useState<RemovedEntry>();
  const insert = ({ currentTarget }: Click, index: number, before?: RemovedEntry) => {
    const list = currentTarget.closest('.list');
    controller.lists.insert(pointer, index, before);
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
  const remove: EntryActions['remove'] = ({ currentTarget }, index, label) => {
    const list = currentTarget.closest('.list');
    const entryBefore = controller.lists.remove(pointer, index);
    const left = model.listAt(pointer).length;
    flushSync(() => {
      setStatus(() => (texts: Messages) => formatMessage(texts.removed, label, left));
      setRemoved(entryBefore);
    });
    const buttons = [...(list?.querySelectorAll<HTMLElement>(':scope > .item > .button') ?? [])];
    const addButton = list?.querySelector<HTMLElement>(':scope > .button');
    (buttons[index] ?? buttons.at(-1) ?? addButton)?.focus();
  };
  const copy: EntryActions['copy'] = ({ currentTarget }, index) => {
    const item = currentTarget.closest('.item');
    controller.lists.copy(pointer, index);
    item?.querySelector<HTMLElement>(INPUTS)?.focus();
  };
  return {
    status: status?.(messages),
    removed,
    add: (event: Click) => insert(event, count),
    undo: (event: Click) => removed && insert(event, removed.index, removed),
    remove,
    copy,
  };
}
