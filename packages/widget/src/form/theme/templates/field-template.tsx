import type { FieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { fieldKind } from '../../fields/field-kind.ts';
import { choiceKind } from '../../fields/choice-kind.ts';
import { pathOf } from '../../fields/field-id.ts';
import { knownField } from '../../fields/known-field.ts';
import { useLineKind } from '../../fields/use-line-kind.ts';
import { useGiven } from '../../fields/use-given.ts';
import {
  FieldFrameContext,
  useDocumentType,
  useFieldFrame,
  useShown,
} from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import type { LineKind } from '../../fields/line-kind.ts';
import type { Answer, FaultOf } from '../../form-store.ts';
import { FieldGroup } from './field-group.tsx';
import { fieldBox, fieldInside, fieldLabel } from './field-layout.tsx';
import { GivenValue } from './given-value.tsx';

/** The frame of every field. Lists and parts draw their own. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, registry, displayLabel = false, hidden, children, id } = props;
  const isSelect = registry.schemaUtils.isSelect(schema);
  const { dates } = useForm();
  const line = useLineKind(id, schema, registry);
  const isGiven = useGiven(props);
  const faultOf = isSelect || line === 'text' || line === 'city' ? undefined : dates?.faults[line];
  const moment = faultOf && (line === 'date' || line === 'date-time') ? line : undefined;
  const kind = moment ? 'group' : fieldKind(schema, displayLabel, isSelect);
  if (hidden) return <div hidden>{children}</div>;
  if (isFixed(schema, isSelect))
    return hasWords(schema) && <GivenValue {...props} value={schema.const} />;
  if (kind === 'container') return children;
  if (isGiven) return <GivenValue {...props} value={props.formData} />;
  if (kind === 'choice') return <div className="shapes">{children}</div>;
  const Frame = knownField(pathOf(id)) === 'document_id' ? NumberedField : Field;
  return (
    <Frame
      rjsfId={id}
      kind={kind}
      isSelect={isSelect}
      line={line}
      faultOf={faultOf}
      moment={moment}
      {...props}
    >
      {children}
    </Frame>
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
  line: LineKind;
  faultOf: FaultOf | undefined;
  /** Typed in parts. */
  moment: 'date' | 'date-time' | undefined;
  documentType?: unknown;
};

/** A field that asks for another number when another document is chosen. */
function NumberedField(props: FieldProps): ReactNode {
  return <Field {...props} documentType={useDocumentType(props.rjsfId)} />;
}

function Field(props: FieldProps): ReactNode {
  const { rjsfId, schema, required = false, kind, line, faultOf, documentType, children } = props;
  const frame = useFieldFrame(rjsfId, schema, line, documentType);
  const answer = answerOf(props);
  useShown(rjsfId, frame.words, { required, isContainer: false, answer, faultOf });
  const parts = { rjsfId, schema, required, frame, children };
  const field =
    kind === 'group' ? (
      <FieldGroup {...props} label={fieldLabel(parts)}>
        {fieldInside(parts)}
      </FieldGroup>
    ) : (
      fieldBox({ ...parts, hasLabel: kind === 'control' })
    );
  return <FieldFrameContext value={frame}>{field}</FieldFrameContext>;
}

function answerOf({ schema, kind, isSelect, faultOf }: FieldProps): Answer {
  if (kind === 'tick') return 'ticked';
  if (isSelect && choiceKind(schema) === 'list') return 'listed';
  return isSelect || (kind === 'group' && !faultOf) ? 'chosen' : 'typed';
}
