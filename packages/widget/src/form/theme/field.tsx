import type { ReactNode } from 'react';
import { domId, partId } from '../fields/field-id.ts';
import {
  choiceKind,
  fieldKind,
  isFile,
  isSearchable,
  needsValue,
  type TextKind,
} from '../fields/kinds.ts';
import {
  FieldContext,
  useFieldInfo,
  useInputProps,
  useIsReadOnly,
  useRegisteredField,
  useTextKind,
} from '../fields/use-field.ts';
import type { InputMethod } from '../field-store.ts';
import { optionValues } from '../fields/options.ts';
import { TRIMMED } from '../fields/parsing.ts';
import { type FieldProps, useForm, type WidgetProps } from '../form-context.ts';
import { BooleanWidget, Checkboxes, Radios, Select } from './choice.tsx';
import { ChoiceInput, CityInput, MultiChoiceInput } from './combobox.tsx';
import { DateInput, TimeInput } from './date.tsx';
import { FileWidget } from './file.tsx';
import { TextArea, TextInput } from './text.tsx';
import { FieldError, FieldHint, FieldWarning, LabelText } from './notes.tsx';
import { ReadOnlyValue } from './read-only.tsx';

/** A field that is one question: label, hint, error, and the widget. */
export function Field(props: FieldProps): ReactNode {
  const { schema, pointer, value } = props;
  const isSelect = schema.enum !== undefined;
  const textKind = useTextKind(pointer, schema);
  const isReadOnly = useIsReadOnly(props);
  const isDate = !isSelect && textKind === 'date';
  const kind = isDate ? 'date' : fieldKind(schema);
  if (schema.const !== undefined) return <Constant {...props} />;
  if (isReadOnly) return <ReadOnlyValue {...{ pointer, schema, value }} />;
  return <Input {...props} {...{ kind, isSelect, textKind }} />;
}

/** A fixed value, shown only if its schema describes it. */
function Constant({ pointer, schema }: FieldProps): ReactNode {
  const isShown = schema.readOnly === true && schema.title !== undefined;
  return isShown && <ReadOnlyValue {...{ pointer, schema }} value={schema.const} />;
}

type InputProps = FieldProps & {
  kind: 'control' | 'checkbox' | 'group' | 'date';
  isSelect: boolean;
  textKind: TextKind;
};

function Input(props: InputProps): ReactNode {
  const { pointer, schema, required, kind, textKind } = props;
  const info = useFieldInfo(pointer, schema, textKind);
  const { messages, error, canWarn } = info;
  useRegisteredField(pointer, messages, inputMethodOf(props));
  const isRequired = required && needsValue(schema);
  const label = <LabelText {...{ messages, isRequired }} />;
  const content = (
    <>
      <FieldHint pointer={pointer} text={messages.hint} />
      <FieldError pointer={pointer} error={error} />
      <Widget {...props} />
      {canWarn && <FieldWarning pointer={pointer} messages={messages} />}
    </>
  );
  const Layout = kind === 'group' || kind === 'date' ? Group : OneInput;
  return (
    <FieldContext value={info}>
      <Layout {...{ pointer, schema, kind, label, isRequired }}>{content}</Layout>
    </FieldContext>
  );
}

/** How errors ask for a value: "Enter", "Choose", "Tick". */
function inputMethodOf({ schema, kind, isSelect }: InputProps): InputMethod {
  if (kind === 'checkbox') return 'ticked';
  const isList = schema.type === 'array' ? isSearchable(schema) : choiceKind(schema) === 'list';
  if (isList) return 'listed';
  return isSelect || isFile(schema) || kind === 'group' ? 'chosen' : 'typed';
}

type LayoutProps = Pick<InputProps, 'pointer' | 'schema' | 'kind'> & {
  label: ReactNode;
  isRequired: boolean;
  children: ReactNode;
};

/** One input. The widget of a checkbox renders the label beside it. */
function OneInput({ pointer, kind, label, children }: LayoutProps): ReactNode {
  return (
    <div className="field" part="field">
      {kind === 'control' && (
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
  const { pointer, schema, kind, label, isRequired, children } = props;
  const { 'aria-invalid': isInvalid, id } = useInputProps({ pointer, required: isRequired });
  const labelId = partId(pointer, 'label');
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

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** The widget of a text, a number, a choice, or files. */
function Widget({ pointer, schema, value, required, textKind }: InputProps): ReactNode {
  const { messages } = useForm();
  const props: WidgetProps = { pointer, schema, value, required };
  // A field without a type is text, unless its schema forbids every value.
  if (schema.type === undefined && schema.not !== undefined)
    return (
      // Links to its error focus it.
      <p className="hint" id={domId(pointer)} tabIndex={-1}>
        {messages.cannotFill}
      </p>
    );
  const types = [schema.type ?? []].flat();
  if (!types.every((type) => TYPES.includes(type)))
    throw new Error('A field of the schema has an unknown type');
  if (isFile(schema)) return <FileWidget {...props} />;
  if (schema.type === 'boolean') return <BooleanWidget {...props} />;
  if (schema.type === 'array')
    return isSearchable(schema) ? <MultiChoiceInput {...props} /> : <Checkboxes {...props} />;
  const Choice = ONE_CHOICE[choiceKind(schema)];
  return optionValues(schema).length > 0 ? <Choice {...props} /> : TEXTS[textKind](props);
}

const ONE_CHOICE = { radios: Radios, select: Select, list: ChoiceInput };

const PASSWORD = { type: 'password', autoComplete: 'off' };

const TEXTS: Record<TextKind, (props: WidgetProps) => ReactNode> = {
  city: (props) => <CityInput {...props} />,
  date: (props) => <DateInput {...props} />,
  'date-time': (props) => <TimeInput {...props} kind="date-time" />,
  'long-text': (props) => <TextArea {...props} />,
  password: (props) => <TextInput {...props} format={TRIMMED} attributes={PASSWORD} />,
  text: (props) => <TextInput {...props} />,
  time: (props) => <TimeInput {...props} kind="time" />,
};
