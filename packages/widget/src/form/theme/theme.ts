import { getDefaultRegistry } from '@rjsf/core';
import type { RegistryFieldsType, RegistryWidgetsType, TemplatesType } from '@rjsf/utils';
import { RecursiveField } from './recursive-field.tsx';
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

const rjsfFields: RegistryFieldsType = getDefaultRegistry().fields;

/** RJSF's own fields, apart from these. */
const fields: RegistryFieldsType = {
  ...rjsfFields,
  CyclicSchemaField: RecursiveField,
  FallbackField: UntypedField,
  // Our text input parses numbers itself; RJSF's number field would round long ones.
  NumberField: rjsfFields['StringField'] as RegistryFieldsType[string],
  OptionalDataControlsField: Nothing,
};

/** The field template renders errors, hints, and titles, so the templates for them render nothing. */
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

/** `Line` renders every kind of text input; `line-kind.ts` decides which. */
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

/** Our RJSF theme: every field, template, and widget that renders a form. */
export const THEME = { fields, templates, widgets };
