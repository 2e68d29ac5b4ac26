import type { ThemeProps } from '@rjsf/core';
import { AskedField, StringField } from './fields/asked-field.tsx';
import { BranchesField } from './fields/branches-field.tsx';
import { ArrayFieldItemTemplate } from './templates/array-field-item-template.tsx';
import { ArrayFieldTemplate } from './templates/array-field-template.tsx';
import { FieldTemplate } from './templates/field-template.tsx';
import { ObjectFieldTemplate } from './templates/object-field-template.tsx';
import { DateWidget } from './widgets/date-widget.tsx';
import { FileWidget } from './widgets/file-widget.tsx';
import { CheckboxesWidget, CheckboxWidget, RadioWidget } from './widgets/option-widgets.tsx';
import { SelectWidget } from './widgets/select-widget.tsx';
import {
  EmailWidget,
  PasswordWidget,
  TextareaWidget,
  TextWidget,
  URLWidget,
} from './widgets/text-widget.tsx';
import { DateTimeWidget, TimeWidget } from './widgets/time-widget.tsx';

/** Our theme, as RJSF's `withTheme` takes it. */
export const theme: ThemeProps = {
  templates: { ArrayFieldItemTemplate, ArrayFieldTemplate, FieldTemplate, ObjectFieldTemplate },
  widgets: {
    CheckboxWidget,
    CheckboxesWidget,
    DateTimeWidget,
    DateWidget,
    EmailWidget,
    FileWidget,
    PasswordWidget,
    RadioWidget,
    SelectWidget,
    TextWidget,
    TextareaWidget,
    TimeWidget,
    URLWidget,
  },
  fields: {
    SchemaField: AskedField,
    OneOfField: BranchesField,
    AnyOfField: BranchesField,
    // RJSF's NumberField rewrites the text while it is typed, and knows no decimal comma.
    NumberField: StringField,
  },
};
