import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { fieldKind } from '../../fields/field-kind.ts';
import { domId, partId } from '../../fields/field-id.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';

/** The frame of every field. Lists and parts draw their own. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, registry, displayLabel = false, hidden, children, id } = props;
  const isSelect = registry.schemaUtils.isSelect(schema);
  const kind = fieldKind(schema, displayLabel, isSelect);
  if (hidden) return <div hidden>{children}</div>;
  if (kind === 'container') return children;
  if (kind === 'choice') return <ChoiceOfShapes {...props} />;
  return (
    <Field rjsfId={id} kind={kind} isSelect={isSelect} {...props}>
      {children}
    </Field>
  );
}

/** A part with several shapes: the label belongs to the list of them, which comes first. */
function ChoiceOfShapes({ id, schema, children }: FieldTemplateProps): ReactNode {
  const { messages } = useForm();
  const { label } = useWords(id, schema);
  const list = `${id}${schema.oneOf ? '__oneof_select' : '__anyof_select'}`;
  return (
    <div className="field" part="field">
      <label className="label" part="label" htmlFor={domId(list)}>
        {label || messages.choose}
      </label>
      {children}
    </div>
  );
}

type FieldProps = FieldTemplateProps & {
  rjsfId: string;
  kind: 'control' | 'tick' | 'group';
  isSelect: boolean;
};

function Field({
  rjsfId,
  schema,
  required = false,
  kind,
  isSelect,
  children,
}: FieldProps): ReactNode {
  const { messages } = useForm();
  const words = useWords(rjsfId, schema);
  const answer = kind === 'tick' ? 'ticked' : kind === 'group' || isSelect ? 'chosen' : 'typed';
  useShown(rjsfId, words, { required, isContainer: false, answer });
  const label = (
    <>
      {words.label}
      {!required && <span className="optional"> ({messages.optional})</span>}
    </>
  );
  return (
    <div className="field" part="field">
      {kind === 'control' && (
        <label className="label" part="label" htmlFor={domId(rjsfId)}>
          {label}
        </label>
      )}
      {kind === 'group' && (
        <p className="label" part="label" id={partId(rjsfId, 'label')}>
          {label}
        </p>
      )}
      <FieldHint rjsfId={rjsfId} text={words.hint} />
      <FieldError rjsfId={rjsfId} />
      {children}
    </div>
  );
}
