import type { ArrayFieldTemplateProps } from '@rjsf/utils';
import { cloneElement, type ReactNode } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { themeOptions } from '../../asked-form/field-info.ts';
import { partId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { ListContext, useListActions } from './list-actions.ts';

/** The entries of a list, and the buttons that add one, or bring back one that was removed. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { items, canAdd, schema, uiSchema } = props;
  const { messages, model } = useForm();
  const { pointer } = useFieldInfo();
  const { entry = '' } = themeOptions(uiSchema);
  const { status, removed, add, undo, ...ofEntry } = useListActions(pointer, entry, items.length);
  const { maxItems = Infinity } = schema;
  const isFull = items.length >= maxItems && !Array.isArray(schema.items) && maxItems > 1;
  const keys = model.entries.keysOf(pointer, items.length);
  return (
    <>
      <ListContext value={ofEntry}>
        {/* RJSF's keys are new ones when an entry was removed: focus and typed text would be lost. */}
        {items.map((item, index) => cloneElement(item, { key: keys[index] }))}
      </ListContext>
      {canAdd && (
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
      {isFull && (
        <p className="hint" part="hint">
          {formatMessage(messages.full, items.length)}
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
    </>
  );
}
