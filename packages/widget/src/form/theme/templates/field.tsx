import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId, partId } from '../../fields/field-id.ts';
import {
  choiceKind,
  fieldKind,
  isFile,
  isSearchable,
  needsValue,
  type TextKind,
} from '../../fields/kinds.ts';
import {
  FieldContext,
  useFieldAria,
  useFieldInfo,
  useIsReadOnly,
  useRegisteredField,
  useTextKind,
} from '../../fields/use-field.ts';
import type { InputMethod } from '../../field-store.ts';
import { RichLine } from '../rich-text.tsx';
import { FieldError, FieldHint, FieldWarning, Optional } from './notes.tsx';
import { ReadOnlyValue } from './read-only.tsx';

/** RJSF's template of every field: label, hint, error, and the widget. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, hidden, children, id } = props;
  const isSelect = schema.enum !== undefined;
  const textKind = useTextKind(id, schema);
  const isReadOnly = useIsReadOnly(props);
  const isDate = !isSelect && textKind === 'date';
  const kind = isDate ? 'date' : fieldKind(schema);
  if (hidden) return <div hidden>{children}</div>;
  if (schema.const !== undefined) return <Constant {...props} />;
  if (kind === 'container') return children;
  if (isReadOnly) return <ReadOnlyValue {...props} value={props.formData} />;
  return <Field {...props} {...{ kind, isSelect, textKind }} />;
}

/** A fixed value, shown only if its schema describes it. */
function Constant(props: FieldTemplateProps): ReactNode {
  const { schema } = props;
  const isShown = schema.readOnly === true && schema.title !== undefined;
  return isShown && <ReadOnlyValue {...props} value={schema.const} />;
}

type FieldProps = FieldTemplateProps & {
  kind: 'control' | 'checkbox' | 'group' | 'date';
  isSelect: boolean;
  textKind: TextKind;
};

function Field(props: FieldProps): ReactNode {
  const { id, schema, required = false, kind, textKind } = props;
  const info = useFieldInfo(id, schema, textKind);
  const { messages, error, canWarn } = info;
  useRegisteredField(id, messages, inputMethodOf(props));
  const isRequired = required && needsValue(schema);
  const label = (
    <>
      <RichLine text={messages.markup ?? messages.label} />
      {!isRequired && <Optional />}
    </>
  );
  const content = (
    <>
      <FieldHint rjsfId={id} text={messages.hint} />
      <FieldError rjsfId={id} error={error} />
      {props.children}
      {canWarn && <FieldWarning rjsfId={id} messages={messages} />}
    </>
  );
  const Layout = LAYOUTS[kind];
  return (
    <FieldContext value={info}>
      <Layout {...props} {...{ label, isRequired }}>
        {content}
      </Layout>
    </FieldContext>
  );
}

/** How errors ask for a value: "Enter", "Choose", "Tick". */
function inputMethodOf({ schema, kind, isSelect }: FieldProps): InputMethod {
  if (kind === 'checkbox') return 'ticked';
  const isList = schema.type === 'array' ? isSearchable(schema) : choiceKind(schema) === 'list';
  if (isList) return 'listed';
  return isSelect || isFile(schema) || kind === 'group' ? 'chosen' : 'typed';
}

type LayoutProps = Omit<FieldProps, 'label'> & { label: ReactNode; isRequired: boolean };

function Control({ id, label, children }: LayoutProps): ReactNode {
  return (
    <div className="field" part="field">
      <label className="label" part="label" htmlFor={domId(id)}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** The widget renders the label beside its input. */
function Checkbox({ children }: LayoutProps): ReactNode {
  return (
    <div className="field" part="field">
      {children}
    </div>
  );
}

/**
 * Several inputs with a legend. The inputs, not the group, are described by hint and error: screen
 * readers read them there.
 */
function Group({ schema, kind, label, isRequired, children, ...props }: LayoutProps): ReactNode {
  const { 'aria-invalid': isInvalid, id } = useFieldAria(props.id);
  const labelId = partId(props.id, 'label');
  const isSingleChoice = kind === 'group' && schema.type !== 'array';
  return (
    <fieldset
      className="field"
      part="field"
      role={isSingleChoice ? 'radiogroup' : undefined}
      aria-labelledby={labelId}
      aria-invalid={isSingleChoice ? isInvalid : undefined}
      aria-required={(isSingleChoice && isRequired) || undefined}
      id={id}
      tabIndex={-1}
    >
      <legend className="label" part="label" id={labelId}>
        {label}
      </legend>
      {children}
    </fieldset>
  );
}

const LAYOUTS = { control: Control, checkbox: Checkbox, group: Group, date: Group };
