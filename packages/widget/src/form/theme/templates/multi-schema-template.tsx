import type { MultiSchemaFieldTemplateProps, WidgetProps } from '@rjsf/utils';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { domId, pointerOf } from '../../fields/field-id.ts';
import { FieldFrameContext, useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { useTelling } from '../../use-telling.ts';
import { FieldHint } from './field-hint.tsx';
import { SharedNames } from './shared-names.ts';

const LIST = /__(?:oneof|anyof)_select$/;

/** A part that may take several shapes: the choice of one, then the fields of the chosen one. */
export function MultiSchemaTemplate(props: MultiSchemaFieldTemplateProps): ReactNode {
  const { schema, selector, optionSchemaField } = props;
  const { messages, store } = useForm();
  const list = selector as ReactElement<WidgetProps>;
  const { id: listId, value } = list.props;
  const rjsfId = listId.replace(LIST, '');
  const words = useWords(rjsfId, schema);
  const frame = useMemo(() => ({ words, line: 'text' as const, note: {} }), [words]);
  const index = typeof value === 'number' ? value : -1;
  const { properties } = schema;
  const shared = useMemo(() => new Set(Object.keys(properties ?? {})), [properties]);
  useTelling(() => store.choose(pointerOf(rjsfId), index), [store, rjsfId, index]);
  return (
    <div className="choice" part="choice">
      <div className="field" part="field">
        <label className="label" part="label" htmlFor={domId(listId)}>
          {words.label || messages.choose}
        </label>
        <FieldHint rjsfId={listId} text={words.hint} />
        <FieldFrameContext value={frame}>{list}</FieldFrameContext>
      </div>
      <SharedNames value={shared}>{optionSchemaField}</SharedNames>
    </div>
  );
}
