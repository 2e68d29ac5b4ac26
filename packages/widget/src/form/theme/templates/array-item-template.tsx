import type { ArrayFieldItemTemplateProps } from '@rjsf/utils';
import { useContext, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { parentOf, partId, pathOf, pointerOf } from '../../fields/field-id.ts';
import { EntryContext, useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { SayContext } from './say-context.ts';

/** One entry of a list, with a button that removes it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, schema, index } = props;
  const { messages, store } = useForm();
  const rjsfId = buttonsProps.fieldPathId.$id;
  const { label } = useWords(rjsfId, schema);
  const say = useContext(SayContext);
  const { isGiven = false } = useContext(EntryContext);
  const onRemove = (event: MouseEvent<HTMLButtonElement>) => {
    const list = event.currentTarget.closest('.list');
    flushSync(() => store.commitAll());
    const item = store.answerAt(pathOf(rjsfId));
    flushSync(() => {
      store.moveEntries(pointerOf(parentOf(rjsfId)), index, 'up');
      buttonsProps.onRemoveItem(event);
      say({ text: messages.removed(label, props.totalItems - 1), removed: { index, item } });
    });
    const buttons = [...(list?.querySelectorAll<HTMLElement>(':scope > .item > .button') ?? [])];
    const add = list?.querySelector<HTMLElement>(':scope > .button');
    (buttons[index] ?? buttons.at(-1) ?? add)?.focus();
  };
  return (
    <div className="item" part="item">
      {children}
      {buttonsProps.hasRemove && !isGiven && (
        <button
          type="button"
          className="button quiet"
          part="remove"
          id={partId(rjsfId, 'remove')}
          onClick={onRemove}
        >
          {messages.remove(label)}
        </button>
      )}
    </div>
  );
}
