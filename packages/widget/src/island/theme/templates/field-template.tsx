import type { FieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { mustHold } from '../../fields/must-hold.ts';
import { fieldKind } from '../../fields/field-kind.ts';
import { domId, partId } from '../../fields/field-id.ts';
import { useLineKind } from '../../fields/use-line-kind.ts';
import { isRemarkable } from '../../fields/is-remarkable.ts';
import { useGiven } from '../../fields/use-given.ts';
import { useShown, useWords } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import type { FaultOf } from '../../form/form-store.ts';
import { FieldError } from './field-error.tsx';
import { FieldHint } from './field-hint.tsx';
import { GivenValue } from './given-value.tsx';
import { Optional } from './optional.tsx';
import { FieldRemark } from './field-remark.tsx';

/** The frame of every field. Lists and parts draw their own. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, registry, displayLabel = false, hidden, children, id } = props;
  const isSelect = registry.schemaUtils.isSelect(schema);
  const { dates } = useForm();
  const line = useLineKind(id, schema, registry);
  const isGiven = useGiven(props);
  const faultOf = isSelect || line === 'text' || line === 'city' ? undefined : dates?.faults[line];
  const isInParts = faultOf !== undefined && line !== 'time';
  const kind = isInParts ? 'group' : fieldKind(schema, displayLabel, isSelect);
  if (hidden) return <div hidden>{children}</div>;
  if (isFixed(schema, isSelect))
    return hasWords(schema) && <GivenValue {...props} value={schema.const} />;
  if (kind === 'container') return children;
  if (isGiven) return <GivenValue {...props} value={props.formData} />;
  if (kind === 'choice') return <div className="shapes">{children}</div>;
  return (
    <Field rjsfId={id} kind={kind} isSelect={isSelect} faultOf={faultOf} {...props}>
      {children}
    </Field>
  );
}

/** What the schema says of it to people: a constant without words is the form's own affair. */
function hasWords({ title, description }: RJSFSchema): boolean {
  return (title ?? description) !== undefined;
}

/** A constant is sent as it is: there is nothing to fill in, only to read. */
function isFixed({ const: constant, type, enum: values }: RJSFSchema, isSelect: boolean): boolean {
  return constant !== undefined && type !== 'boolean' && values === undefined && !isSelect;
}

type FieldProps = FieldTemplateProps & {
  rjsfId: string;
  kind: 'control' | 'tick' | 'group';
  isSelect: boolean;
  faultOf: FaultOf | undefined;
};

function Field({
  rjsfId,
  schema,
  required = false,
  kind,
  isSelect,
  faultOf,
  children,
}: FieldProps): ReactNode {
  const words = useWords(rjsfId, schema);
  const isChosen = isSelect || (kind === 'group' && !faultOf);
  const answer = kind === 'tick' ? 'ticked' : isChosen ? 'chosen' : 'typed';
  useShown(rjsfId, words, { required, isContainer: false, answer, faultOf });
  const label = (
    <>
      {words.label}
      {!(required && mustHold(schema)) && <Optional />}
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
      {isRemarkable(rjsfId, schema) && <FieldRemark rjsfId={rjsfId} words={words} />}
    </div>
  );
}
