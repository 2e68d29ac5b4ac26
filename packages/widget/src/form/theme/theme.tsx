import { getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, RegistryFieldsType, TemplatesType } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { LeafField } from './leaf-field.tsx';
import { ListField } from './list-field.tsx';
import { QuestionField } from './question-field.tsx';
import { FieldTemplate } from './templates/field.tsx';
import { ObjectTemplate } from './templates/object.tsx';

/** For templates whose content another template renders. */
function Nothing(): null {
  return null;
}

function UntypedField(props: FieldProps): ReactNode {
  if (props.schema.type !== undefined) throw new Error('A field of the schema has an unknown type');
  return <LeafField {...props} />;
}

/** RJSF's own field for objects, and ours for everything else. */
const fields: RegistryFieldsType = {
  ...getDefaultRegistry().fields,
  SchemaField: QuestionField,
  ArrayField: ListField,
  BooleanField: LeafField,
  FallbackField: UntypedField,
  NullField: LeafField,
  NumberField: LeafField,
  OptionalDataControlsField: Nothing,
  StringField: LeafField,
};

/** FieldTemplate and ObjectTemplate render titles, hints, and errors themselves. */
const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> = {
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

/** The `fields` and `templates` props of RJSF's form. */
export const THEME = { fields, templates };
