import { type ReactNode, useContext } from 'react';
import { choiceKind, isFile, isSearchable, type TextKind } from '../fields/kinds.ts';
import { optionValues } from '../fields/options.ts';
import { TRIMMED } from '../fields/parsing.ts';
import { FieldContext } from '../fields/use-field.ts';
import { useForm } from '../form-context.ts';
import type { FieldProps } from '../fields/field-props.ts';
import { BooleanWidget, Checkboxes, Radios, Select } from './widgets/choice.tsx';
import { ChoiceInput, CityInput, MultiChoiceInput } from './widgets/combobox.tsx';
import { DateInput, TimeInput } from './widgets/date.tsx';
import { FileWidget } from './widgets/file.tsx';
import { TextArea, TextInput } from './widgets/text.tsx';
import type { WidgetProps } from './widgets/widget-props.ts';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** The widget of a text, a number, a choice, or files. */
export function LeafField({ pointer, schema, value, required }: FieldProps): ReactNode {
  const { messages, change } = useForm();
  // A field without a type is text, unless its schema forbids every value.
  if (schema.type === undefined && schema.not !== undefined)
    return <p className="hint">{messages.cannotFill}</p>;
  const types = [schema.type ?? []].flat();
  if (!types.every((type) => TYPES.includes(type)))
    throw new Error('A field of the schema has an unknown type');
  const onChange = (next: unknown) => change(pointer, next);
  return <Widget {...{ pointer, schema, value, required, onChange }} />;
}

function Widget(props: WidgetProps): ReactNode {
  const { schema } = props;
  const { kind } = useContext(FieldContext);
  if (isFile(schema)) return <FileWidget {...props} />;
  if (schema.type === 'boolean') return <BooleanWidget {...props} />;
  if (schema.type === 'array')
    return isSearchable(schema) ? <MultiChoiceInput {...props} /> : <Checkboxes {...props} />;
  const Choice = ONE_CHOICE[choiceKind(schema)];
  return optionValues(schema).length > 0 ? <Choice {...props} /> : TEXTS[kind](props);
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
