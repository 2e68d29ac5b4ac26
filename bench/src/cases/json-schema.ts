import type { FieldSchema, FormSchema } from 'precandidate-contract';
import type { Field, FormCase } from './form-case.ts';

/** The form as JSON Schema: what we are given by the service, and what RJSF, JSONForms and jsfe take. */
export function jsonSchemaOf(form: FormCase): FormSchema {
  return { ...objectOf(form.fields), title: form.title };
}

function objectOf(fields: readonly Field[]): FormSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function schemaOf(field: Field): FieldSchema {
  const { title } = field;
  switch (field.kind) {
    case 'text':
      return { type: 'string', title, minLength: field.minLength, maxLength: field.maxLength };
    case 'select':
    case 'radio':
      return { type: 'string', title, enum: [...field.choices] };
    case 'date':
      return { type: 'string', title, format: 'date' };
    case 'number':
      return { type: 'integer', title, minimum: field.minimum, maximum: field.maximum };
    case 'checkbox':
      return { type: 'boolean', title };
    case 'list':
      return { type: 'array', title, minItems: 1, items: objectOf(field.fields) };
  }
}
