import { getDefaultRegistry } from '@rjsf/core';
import type {
  FieldProps,
  RegistryFieldsType,
  RegistryWidgetsType,
  TemplatesType,
  WidgetProps,
} from '@rjsf/utils';
import { type ReactNode, useContext, useMemo } from 'react';
import { choiceKind, isFile, isSearchable } from '../fields/kinds.ts';
import { TRIMMED } from '../fields/parsing.ts';
import { FieldContext } from '../fields/use-field.ts';
import { useForm } from '../form-context.ts';
import { ListField } from './list-field.tsx';
import { QuestionField } from './question-field.tsx';
import { FieldTemplate } from './templates/field.tsx';
import { ObjectTemplate } from './templates/object.tsx';
import { BooleanWidget, Checkboxes, Radios, Select } from './widgets/choice.tsx';
import { ChoiceInput, CityInput, MultiChoiceInput } from './widgets/combobox.tsx';
import { DateInput, TimeInput } from './widgets/date.tsx';
import { FileWidget } from './widgets/file.tsx';
import { TextArea, TextInput } from './widgets/text.tsx';

/** For templates whose content another template renders. */
function Nothing(): null {
  return null;
}

/** A field without a type is text, unless its schema forbids every value. */
function UntypedField(props: FieldProps): ReactNode {
  const { messages } = useForm();
  const { schema, registry } = props;
  const { StringField } = registry.fields;
  const asText = useMemo(() => ({ ...schema, type: 'string' as const }), [schema]);
  if (schema.type !== undefined) throw new Error('A field of the schema has an unknown type');
  if (schema.not !== undefined) return <p className="hint">{messages.cannotFill}</p>;
  return StringField && <StringField {...props} schema={asText} />;
}

const rjsfFields: RegistryFieldsType = getDefaultRegistry().fields;

/** RJSF's own fields, apart from these. */
const fields: RegistryFieldsType = {
  ...rjsfFields,
  ArrayField: ListField,
  SchemaField: QuestionField,
  FallbackField: UntypedField,
  // Our text input parses numbers itself; RJSF's number field would round long ones.
  NumberField: rjsfFields['StringField'] as RegistryFieldsType[string],
  OptionalDataControlsField: Nothing,
};

/** FieldTemplate, ArrayTemplate, and ObjectTemplate render titles, hints, and errors themselves. */
const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> = {
  ArrayFieldDescriptionTemplate: Nothing,
  ArrayFieldItemButtonsTemplate: Nothing,
  ArrayFieldItemTemplate: Nothing,
  ArrayFieldTemplate: Nothing,
  ArrayFieldTitleTemplate: Nothing,
  CyclicSchemaExpandTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  FallbackFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldTemplate,
  MultiSchemaFieldTemplate: Nothing,
  ObjectFieldTemplate: ObjectTemplate,
  OptionalDataControlsTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  UnsupportedFieldTemplate: Nothing,
};

const widgets: RegistryWidgetsType = {
  CheckboxWidget: BooleanWidget,
  CheckboxesWidget: ChoiceWidget,
  ColorWidget: TextWidget,
  DateTimeWidget: TextWidget,
  DateWidget: TextWidget,
  EmailWidget: TextWidget,
  FileWidget,
  HiddenWidget: Nothing,
  PasswordWidget: TextWidget,
  RadioWidget: Radios,
  RangeWidget: TextWidget,
  SelectWidget: ChoiceWidget,
  TextWidget,
  TextareaWidget: TextArea,
  TimeWidget: TextWidget,
  URLWidget: TextWidget,
  UpDownWidget: TextWidget,
};

/** The `fields`, `templates`, and `widgets` props of RJSF's form. */
export const THEME = { fields, templates, widgets };

/** The input for a text, by the kind of its field. */
function TextWidget(props: WidgetProps): ReactNode {
  const { kind } = useContext(FieldContext);
  // RJSF picks a widget by `format` even where there are options to choose from.
  if (props.options.enumOptions) return <ChoiceWidget {...props} />;
  if (isFile(props.schema)) return <FileWidget {...props} />;
  switch (kind) {
    case 'time':
    case 'date-time':
      return <TimeInput {...props} kind={kind} />;
    case 'city':
      return <CityInput {...props} />;
    case 'text':
      return <TextInput {...props} />;
    case 'long-text':
      return <TextArea {...props} />;
    case 'password':
      return <TextInput {...props} format={TRIMMED} attributes={PASSWORD} />;
    default:
      return <DateInput {...props} />;
  }
}

const PASSWORD = { type: 'password', autoComplete: 'off' };

const ONE_CHOICE = { radios: Radios, select: Select, list: ChoiceInput };

/** Options to choose from: one, or (in an array) several. */
function ChoiceWidget(props: WidgetProps): ReactNode {
  if (props.multiple)
    return isSearchable(props.schema) ? <MultiChoiceInput {...props} /> : <Checkboxes {...props} />;
  const OneChoice = ONE_CHOICE[choiceKind(props.schema)];
  return <OneChoice {...props} />;
}
