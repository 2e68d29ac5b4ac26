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
  if (id === '2') return { id, title: '2 fields', fields: [DOCUMENT, NAME] };
  if (id === '25') return { id, title: '25 mixed fields', fields: MIXED };
  if (!/^[1-9]\d{0,2}$/.test(id))
    throw new Error(`no case ${id}: give a number of fields, 1 to 999`);
  const fields = Array.from({ length: Number(id) }, (_, index) =>
    text(`field_${index + 1}`, `Question number ${index + 1}`),
  );
  return { id, title: `${id} texts`, fields };
}

function text(name: string, title: string, required = true): TextField {
  return { kind: 'text', name, title, required, minLength: 2, maxLength: 80 };
}

function choice(
  kind: ChoiceField['kind'],
  name: string,
  title: string,
  choices: string[],
): ChoiceField {
  return { kind, name, title, required: true, choices };
}

const DOCUMENT = text('document_number', 'Document number');
const NAME = text('full_name', 'Full name');
const LEVELS = ['None', 'Basic', 'Limited', 'Working', 'Fluent', 'Native'];
const SECTORS = ['Building', 'Commerce', 'Education', 'Energy', 'Farming', 'Health', 'Transport'];

/** A typical screening: 12 texts, 4 menus, 2 radio groups, 2 dates, 2 numbers, 2 checkboxes, a list. */
const MIXED: readonly Field[] = [
  DOCUMENT,
  NAME,
  choice('radio', 'document_type', 'Type of document', ['National', 'Foreign', 'Passport']),
  { kind: 'date', name: 'birth_day', title: 'Day of birth', required: true },
  text('birth_place', 'Place of birth'),
  text('mother_name', 'Name of your mother'),
  text('father_name', 'Name of your father', false),
  text('street', 'Street and number'),
  text('district', 'District'),
  text('city', 'City'),
  choice('select', 'region', 'Region', [
    'Arequipa',
    'Cusco',
    'Lima',
    'Loreto',
    'Piura',
    'Puno',
    'Tacna',
  ]),
  {
    kind: 'number',
    name: 'years_there',
    title: 'Years at this place',
    required: true,
    minimum: 0,
    maximum: 90,
  },
  choice('radio', 'shift', 'Shift', ['Morning', 'Afternoon', 'Night']),
  choice('select', 'english', 'English', LEVELS),
  choice('select', 'sector', 'Sector of your last work', SECTORS),
  text('employer', 'Last employer'),
  text('position', 'Last position'),
  { kind: 'date', name: 'left_on', title: 'Last day there', required: false },
  {
    kind: 'number',
    name: 'pay',
    title: 'Monthly pay',
    required: true,
    minimum: 0,
    maximum: 90_000,
  },
  text('reason', 'Why you left'),
  choice('select', 'licence', 'Driving licence', ['None', 'A', 'B', 'C', 'D', 'E', 'F']),
  text('school', 'Last school', false),
  { kind: 'checkbox', name: 'travels', title: 'I can travel', required: false },
  { kind: 'checkbox', name: 'own_tools', title: 'I have my own tools', required: false },
  {
    kind: 'list',
    name: 'referees',
    title: 'Referees',
    required: true,
    fields: [text('referee_name', 'Name of the referee'), text('referee_phone', 'Phone')],
  },
];

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
