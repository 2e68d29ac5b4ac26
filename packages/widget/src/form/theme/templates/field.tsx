import type { FieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { DATE_FORMATS, timeFault } from '../../../dates/date-time.ts';
import { domId, partId, pathOf } from '../../fields/field-id.ts';
import { canWarn } from '../../fields/input-attributes.ts';
import {
  choiceKind,
  fieldKind,
  isFile,
  isSearchable,
  needsValue,
  type TextKind,
} from '../../fields/kinds.ts';
import { standardField } from '../../fields/standard-field.ts';
import {
  FieldContext,
  useDocumentType,
  useFieldAria,
  useFieldInfo,
  useIsReadOnly,
  useRegisteredField,
  useTextKind,
} from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import type { InputMethod } from '../../form-store.ts';
import type { FaultOf } from '../../violations.ts';
import { dateParts } from '../widgets/date.tsx';
import { FieldError, FieldHint, FieldWarning, Optional } from './notes.tsx';
import { ReadOnlyValue } from './read-only.tsx';

/** RJSF's template of every field: label, hint, error, and the widget. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, registry, displayLabel = false, hidden, children, id } = props;
  const isSelect = registry.schemaUtils.isSelect(schema);
  const textKind = useTextKind(id, schema, registry);
  const isReadOnly = useIsReadOnly(props);
  const faultOf = isSelect ? undefined : faultCheck(textKind);
  const isDate = faultOf !== undefined && textKind !== 'time';
  const kind = isDate ? 'group' : fieldKind(schema, displayLabel, isSelect);
  if (hidden) return <div hidden>{children}</div>;
  if (isConstant(schema, isSelect))
    // A constant without a title is of no interest to the candidate.
    return (schema.title ?? schema.description) === undefined ? null : (
      <ReadOnlyValue {...props} value={schema.const} />
    );
  if (kind === 'container') return children;
  if (isReadOnly) return <ReadOnlyValue {...props} value={props.formData} />;
  if (kind === 'choice') return <div className="shapes">{children}</div>;
  const Component = standardField(pathOf(id)) === 'document_id' ? DocumentNumberField : Field;
  return (
    <Component {...props} rjsfId={id} {...{ kind, isSelect, textKind, faultOf }}>
      {children}
    </Component>
  );
}

function faultCheck(kind: TextKind): FaultOf | undefined {
  if (kind === 'time') return timeFault;
  return kind === 'date' || kind === 'date-time' ? DATE_FORMATS[kind].fault : undefined;
}

/** Whether the value is fixed, so that there is nothing to fill in. */
function isConstant({ const: value, type, enum: values }: RJSFSchema, isSelect: boolean): boolean {
  return value !== undefined && type !== 'boolean' && values === undefined && !isSelect;
}

type FieldProps = FieldTemplateProps & {
  rjsfId: string;
  kind: 'control' | 'checkbox' | 'group';
  isSelect: boolean;
  textKind: TextKind;
  faultOf: FaultOf | undefined;
  documentType?: unknown;
};

/** Its label and hint follow the chosen document type. */
function DocumentNumberField(props: FieldProps): ReactNode {
  return <Field {...props} documentType={useDocumentType(props.rjsfId)} />;
}

function Field(props: FieldProps): ReactNode {
  const { rjsfId, schema, required = false, kind, textKind, faultOf, documentType } = props;
  const info = useFieldInfo(rjsfId, schema, textKind, documentType);
  const { messages, note } = info;
  const inputMethod = inputMethodOf(props);
  useRegisteredField(rjsfId, messages, { required, isContainer: false, inputMethod, faultOf });
  const label = (
    <>
      {messages.label}
      {!(required && needsValue(schema)) && <Optional />}
    </>
  );
  const content = (
    <>
      <FieldHint rjsfId={rjsfId} text={messages.hint} />
      <FieldError rjsfId={rjsfId} error={note.error} />
      {props.children}
      {canWarn(rjsfId, schema, textKind) && (
        <FieldWarning {...{ rjsfId, messages }} warning={note.warning} />
      )}
    </>
  );
  return (
    <FieldContext value={info}>
      {kind === 'group' ? (
        <FieldGroup {...props} label={label}>
          {content}
        </FieldGroup>
      ) : (
        <div className="field" part="field">
          {kind === 'control' && (
            <label className="label" part="label" htmlFor={domId(rjsfId)}>
              {label}
            </label>
          )}
          {content}
        </div>
      )}
    </FieldContext>
  );
}

/** How errors ask for a value: "Enter", "Choose", "Tick". */
function inputMethodOf({ schema, kind, isSelect, faultOf }: FieldProps): InputMethod {
  if (kind === 'checkbox') return 'ticked';
  const isList = schema.type === 'array' ? isSearchable(schema) : choiceKind(schema) === 'list';
  if (isList) return 'listed';
  const isChosen = isSelect || isFile(schema) || (kind === 'group' && !faultOf);
  return isChosen ? 'chosen' : 'typed';
}

type FieldGroupProps = Omit<FieldProps, 'label'> & { label: ReactNode; children: ReactNode };

/** A field with several inputs under one legend. */
function FieldGroup(props: FieldGroupProps): ReactNode {
  const { textKind, faultOf } = props;
  const isDate = faultOf !== undefined && textKind !== 'time';
  return isDate ? <DateGroup {...props} /> : <OptionGroup {...props} />;
}

/** Its inputs, not the group, are described by hint and error: screen readers read them there. */
function OptionGroup({ rjsfId, schema, required, label, children }: FieldGroupProps): ReactNode {
  const { 'aria-invalid': isInvalid, id } = useFieldAria(rjsfId);
  const isSingleChoice = schema.type !== 'array';
  return (
    <fieldset
      className="field"
      part="field"
      role={isSingleChoice ? 'radiogroup' : undefined}
      aria-labelledby={partId(rjsfId, 'label')}
      aria-invalid={isSingleChoice ? isInvalid : undefined}
      aria-required={(isSingleChoice && required && needsValue(schema)) || undefined}
      id={id}
      tabIndex={-1}
    >
      <legend className="label" part="label" id={partId(rjsfId, 'label')}>
        {label}
      </legend>
      {children}
    </fieldset>
  );
}

/** The label inside the legend belongs to the first input, so that tools that fill in by label find it. */
function DateGroup({ rjsfId, textKind, label, children }: FieldGroupProps): ReactNode {
  const { isMonthFirst } = useForm();
  const { id } = useFieldAria(rjsfId);
  const [first = 'day'] = dateParts(textKind === 'date' ? 'date' : 'date-time', isMonthFirst);
  return (
    <fieldset className="field" part="field" id={id} tabIndex={-1}>
      <legend className="label" part="label">
        <label htmlFor={partId(rjsfId, first)}>{label}</label>
      </legend>
      {children}
    </fieldset>
  );
}
