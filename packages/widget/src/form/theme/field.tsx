import type { ReactNode } from 'react';
import { domId, partId } from '../fields/field-id.ts';
import { type FieldKind, fieldKind, needsValue } from '../fields/kinds.ts';
import { TRIMMED } from '../fields/parsing.ts';
import {
  FieldContext,
  useFieldInfo,
  useInputProps,
  useIsReadOnly,
  useRegisteredField,
  useTextKind,
} from '../fields/use-field.ts';
import type { InputMethod } from '../field-store.ts';
import { type FieldProps, useForm, type WidgetProps } from '../form-context.ts';
import { Checkboxes, Consent, Radios, Select } from './choice.tsx';
import { ChoiceInput, CityInput, MultiChoiceInput } from './combobox.tsx';
import { DateInput, TimeInput } from './date.tsx';
import { FileWidget } from './file.tsx';
import { TextArea, TextInput } from './text.tsx';
import { FieldNotes, FieldWarning, LabelText } from './notes.tsx';
import { ReadOnlyValue } from './read-only.tsx';

/** A field that is one question: label, hint, error, and the widget. */
export function Field(props: FieldProps): ReactNode {
  const { schema, pointer, value } = props;
  const kind = fieldKind(schema, useTextKind(pointer, schema));
  const isReadOnly = useIsReadOnly(props);
  if (schema.const !== undefined) return <Constant {...props} />;
  if (isReadOnly) return <ReadOnlyValue {...{ pointer, schema, value }} />;
  return <Input {...props} kind={kind} />;
}

/** A fixed value, shown only if it is read-only and has a title. */
function Constant({ pointer, schema }: FieldProps): ReactNode {
  const isShown = schema.readOnly === true && schema.title !== undefined;
  return isShown && <ReadOnlyValue {...{ pointer, schema }} value={schema.const} />;
}

type InputProps = FieldProps & { kind: FieldKind };

function Input(props: InputProps): ReactNode {
  const { pointer, schema, value, required, kind } = props;
  const { Widget, layout, inputMethod } = WIDGETS[kind];
  const info = useFieldInfo(pointer, schema, kind);
  const { messages, error, canWarn } = info;
  useRegisteredField(pointer, messages, inputMethod);
  const isRequired = required && needsValue(schema);
  const label = <LabelText {...{ messages, isRequired }} />;
  const content = (
    <>
      <FieldNotes pointer={pointer} hint={messages.hint} error={error} />
      <Widget {...{ pointer, schema, value, required: isRequired }} />
      {canWarn && <FieldWarning pointer={pointer} messages={messages} />}
    </>
  );
  const Layout = layout === 'group' ? Group : OneInput;
  return (
    <FieldContext value={info}>
      <Layout {...{ pointer, kind, label, isRequired }}>{content}</Layout>
    </FieldContext>
  );
}

type LayoutProps = Pick<InputProps, 'pointer' | 'kind'> & {
  label: ReactNode;
  isRequired: boolean;
  children: ReactNode;
};

/** One input. The widget of a checkbox renders the label beside it. */
function OneInput({ pointer, kind, label, children }: LayoutProps): ReactNode {
  return (
    <div className="field" part="field">
      {WIDGETS[kind].layout === 'control' && (
        <label className="label" part="label" htmlFor={domId(pointer)}>
          {label}
        </label>
      )}
      {children}
    </div>
  );
}

/**
 * Several inputs with a legend. The inputs, not the group, are described by hint and error: screen
 * readers read them there.
 */
function Group(props: LayoutProps): ReactNode {
  const { pointer, kind, label, isRequired, children } = props;
  const { 'aria-invalid': isInvalid, id } = useInputProps({ pointer, required: isRequired });
  const labelId = partId(pointer, 'label');
  const isSingleChoice = kind === 'radios';
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

function NoInput({ pointer }: WidgetProps): ReactNode {
  const { messages } = useForm();
  return (
    // Links to its error focus it.
    <p className="hint" id={domId(pointer)} tabIndex={-1}>
      {messages.cannotFill}
    </p>
  );
}

interface FieldWidget {
  Widget: (props: WidgetProps) => ReactNode;
  /**
   * `control`: one input below its label · `checkbox`: one checkbox beside its label · `group`: several inputs
   * with a legend.
   */
  layout: 'control' | 'checkbox' | 'group';
  /** How errors ask for a value: "Enter", "Choose", "Tick". */
  inputMethod: InputMethod;
}

const typed = (Widget: FieldWidget['Widget']): FieldWidget => {
  return { Widget, layout: 'control', inputMethod: 'typed' };
};

const PASSWORD = { type: 'password', autoComplete: 'off' };

const WIDGETS: Record<FieldKind, FieldWidget> = {
  checkboxes: { Widget: Checkboxes, layout: 'group', inputMethod: 'chosen' },
  city: typed(CityInput),
  consent: { Widget: Consent, layout: 'checkbox', inputMethod: 'ticked' },
  date: { Widget: DateInput, layout: 'group', inputMethod: 'typed' },
  'date-time': typed((props) => <TimeInput {...props} kind="date-time" />),
  file: { Widget: FileWidget, layout: 'control', inputMethod: 'chosen' },
  list: { Widget: ChoiceInput, layout: 'control', inputMethod: 'listed' },
  'long-text': typed(TextArea),
  none: typed(NoInput),
  password: typed((props) => <TextInput {...props} format={TRIMMED} attributes={PASSWORD} />),
  radios: { Widget: Radios, layout: 'group', inputMethod: 'chosen' },
  select: { Widget: Select, layout: 'control', inputMethod: 'chosen' },
  several: { Widget: MultiChoiceInput, layout: 'control', inputMethod: 'listed' },
  text: typed(TextInput),
  time: typed((props) => <TimeInput {...props} kind="time" />),
};
