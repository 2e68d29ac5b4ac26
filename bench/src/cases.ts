import { readFileSync } from 'node:fs';
import type { FieldSchema, FormSchema } from 'precandidate-contract';

/** A form that each contestant translates into its own definition. */
export interface FormCase {
  /** The name in `--cases`: the number of fields. */
  id: string;
  title: string;
  fields: readonly Field[];
}

export type Field = TextField | ChoiceField | NumberField | PlainField | ListField;

interface FieldBase {
  name: string;
  title: string;
  required: boolean;
}

export interface TextField extends FieldBase {
  kind: 'text';
  minLength: number;
  maxLength: number;
}

export interface ChoiceField extends FieldBase {
  kind: 'select' | 'radio';
  choices: readonly string[];
}

/** An integer. */
export interface NumberField extends FieldBase {
  kind: 'number';
  minimum: number;
  maximum: number;
}

export interface PlainField extends FieldBase {
  kind: 'date' | 'checkbox';
}

/** At least one entry; it opens with one. */
export interface ListField extends FieldBase {
  kind: 'list';
  fields: readonly TextField[];
}

/** `2`, `25`, or any other number of texts. Throws unless `id` is a number from 1 to 999. */
export function caseNamed(id: string): FormCase {
  if (id === '2') return { id, title: '2 fields', fields: MIXED.slice(0, 2) };
  if (id === '25') return { id, title: '25 mixed fields', fields: MIXED };
  if (!/^[1-9]\d{0,2}$/.test(id))
    throw new Error(`no case ${id}: give a number of fields, 1 to 999`);
  const limits = { required: true, minLength: 2, maxLength: 80 };
  const fields = Array.from({ length: Number(id) }, (_, index): TextField => {
    const number = index + 1;
    return { kind: 'text', name: `field_${number}`, title: `Question number ${number}`, ...limits };
  });
  return { id, title: `${id} texts`, fields };
}

/** A typical screening: 12 texts, 4 menus, 2 radio groups, 2 dates, 2 numbers, 2 checkboxes, a list. */
const MIXED = JSON.parse(
  readFileSync(new URL('mixed-form.json', import.meta.url), 'utf8'),
) as readonly Field[];

/** The form as JSON Schema: for the service, RJSF, JSONForms, and jsfe. */
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
