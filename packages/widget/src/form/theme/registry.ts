import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js';
import NullField from '@rjsf/core/lib/components/fields/NullField.js';
import RjsfSchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { RegistryFieldsType, RegistryWidgetsType, TemplatesType } from '@rjsf/utils';
import { CyclicField } from './cyclic-field.tsx';
import { ObjectField } from './object-field.tsx';
import { withPlainLines } from './plain-line.tsx';
import { SchemaField } from './schema-field.tsx';
import { ArrayItemTemplate } from './templates/array-item-template.tsx';
import { ArrayTemplate } from './templates/array-template.tsx';
import { FieldTemplate } from './templates/field-template.tsx';
import { MultiSchemaTemplate } from './templates/multi-schema-template.tsx';
import { Nothing } from './templates/nothing.ts';
import { ObjectTemplate } from './templates/object-template.tsx';
import { UntypedField } from './untyped-field.tsx';
import { BooleanWidget } from './widgets/boolean.tsx';
import { Checkboxes, Radios } from './widgets/choices.tsx';
import { Line } from './widgets/line.tsx';
import { OneOrMore } from './widgets/one-or-more.tsx';
import { TextArea } from './widgets/text-area.tsx';

/** RJSF's own fields, without the layout fields that only a `uiSchema` can ask for. */
const fields: RegistryFieldsType = {
  AnyOfField: MultiSchemaField,
  ArrayField,
  BooleanField,
  CyclicSchemaField: CyclicField,
  FallbackField: UntypedField,
  NullField,
  // Our input reads numbers itself; RJSF's own field would round the long ones.
  NumberField: StringField,
  ObjectField,
  OneOfField: MultiSchemaField,
  OptionalDataControlsField: Nothing,
  SchemaField,
  StringField,
};

/** Our frames. Errors, hints and titles are drawn by the frame of their field. */
const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> = {
  ArrayFieldDescriptionTemplate: Nothing,
  ArrayFieldItemButtonsTemplate: Nothing,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldTitleTemplate: Nothing,
  CyclicSchemaExpandTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  FallbackFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldTemplate,
  MultiSchemaFieldTemplate: MultiSchemaTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  OptionalDataControlsTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  UnsupportedFieldTemplate: Nothing,
};

/** One input for every kind of text; what it is tells `line-kind`. */
const widgets: RegistryWidgetsType = {
  CheckboxWidget: BooleanWidget,
  CheckboxesWidget: Checkboxes,
  ColorWidget: Line,
  DateTimeWidget: Line,
  DateWidget: Line,
  EmailWidget: Line,
  HiddenWidget: Nothing,
  PasswordWidget: Line,
  RadioWidget: Radios,
  RangeWidget: Line,
  SelectWidget: OneOrMore,
  TextWidget: Line,
  TextareaWidget: TextArea,
  TimeWidget: Line,
  URLWidget: Line,
  UpDownWidget: Line,
};

/** Everything that draws a form. */
export interface Theme {
  fields: RegistryFieldsType;
  templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>>;
  widgets: RegistryWidgetsType;
}
export const THEME: Theme = { fields, templates, widgets };

/** The same, with plain lines of text drawn in one. */
const WITH_LINES: Theme = {
  ...THEME,
  fields: { ...fields, SchemaField: withPlainLines(SchemaField) },
};

/** The same without a look-out for parts that lead back to themselves, which takes references. */
const WITHOUT_REFERENCES: Theme = {
  ...THEME,
  fields: { ...fields, SchemaField: withPlainLines(RjsfSchemaField) },
};

export function themeFor(schema: object): Theme {
  return JSON.stringify(schema).includes('"$ref"') ? WITH_LINES : WITHOUT_REFERENCES;
}
