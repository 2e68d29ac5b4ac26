import type { MultiSchemaFieldTemplateProps, WidgetProps } from '@rjsf/utils';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { domId, pointerOf } from '../../fields/field-id.ts';
import { FieldContext, useFieldMessages } from '../../fields/use-field.ts';
import { useForm, useRegistration } from '../../form-context.ts';
import { FieldHint } from './notes.tsx';
import { SharedFieldNames } from './object.tsx';

const SELECTOR_SUFFIX = /__(?:oneof|anyof)_select$/;

/** A choice between branches (`oneOf`, `anyOf`), followed by the fields of the chosen branch. */
export function MultiSchemaTemplate(props: MultiSchemaFieldTemplateProps): ReactNode {
  const { schema, selector, optionSchemaField } = props;
  const { messages, store } = useForm();
  const select = selector as ReactElement<WidgetProps>;
  const { id: selectId, value } = select.props;
  const rjsfId = selectId.replace(SELECTOR_SUFFIX, '');
  const own = useFieldMessages(rjsfId, schema);
  const info = useMemo(() => ({ messages: own, kind: 'text' as const, canWarn: false }), [own]);
  const branch = typeof value === 'number' ? value : -1;
  const { properties } = schema;
  const shared = useMemo(() => new Set(Object.keys(properties ?? {})), [properties]);
  useRegistration(() => store.registerBranch(pointerOf(rjsfId), branch), [store, rjsfId, branch]);
  return (
    <div className="choice" part="choice">
      <div className="field" part="field">
        <label className="label" part="label" htmlFor={domId(selectId)}>
          {own.label || messages.choose}
        </label>
        <FieldHint rjsfId={selectId} text={own.hint} />
        <FieldContext value={info}>{select}</FieldContext>
      </div>
      <SharedFieldNames value={shared}>{optionSchemaField}</SharedFieldNames>
    </div>
  );
}
