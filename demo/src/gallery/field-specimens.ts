import type { FieldSchema, FormSchema } from 'precandidate-contract';
import type { Section, Specimen } from './specimen.ts';

function form(properties: Record<string, FieldSchema>, more: Partial<FormSchema> = {}): FormSchema {
  return { type: 'object', properties, required: Object.keys(properties), ...more };
}

/** The form of specimens that are not about fields: complete, so that it can be submitted. */
export const SHORT_FORM = form({
  document_id: { type: 'string', default: '41234561' },
  city_locode: { type: 'string', default: 'PE LIM' },
});

/** A short form as a portal would show it. */
export const PORTAL_FORM: FormSchema = {
  ...form({
    full_name: { type: 'string', default: 'Ana Quispe Mamani' },
    document_id: { type: 'string' },
    dob: { type: 'string', format: 'date' },
    city_locode: { type: 'string' },
  }),
  'x-prefilled': ['full_name'],
};

const CONTRACTS = ['Indefinido', 'A plazo fijo', 'Por obra', 'Prácticas'];
const COUNTRIES =
  'Argentina,Bolivia,Brasil,Chile,Colombia,Costa Rica,Cuba,Ecuador,El Salvador,España,Guatemala,Honduras,México,Nicaragua,Panamá,Paraguay,Perú,República Dominicana,Uruguay,Venezuela'.split(
    ',',
  );

const referees: FormSchema = form({
  referees: {
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: form({
      name: { type: 'string' },
      phone: { type: 'string' },
      relationship: { type: 'string', enum: ['Jefe directo', 'Colega', 'Cliente'] },
    }),
  },
});

const oneOf: FormSchema = form(
  {},
  {
    oneOf: [
      { title: 'DNI', ...form({ dni: { type: 'string', title: 'DNI' } }) },
      { title: 'Pasaporte', ...form({ passport: { type: 'string', title: 'Pasaporte' } }) },
    ],
  },
);

const conditional: FormSchema = form(
  { employed: { type: 'string', title: '¿Trabajas ahora?', enum: ['sí', 'no'], default: 'sí' } },
  {
    if: { properties: { employed: { const: 'sí' } }, required: ['employed'] },
    then: form({ employer: { type: 'string', title: 'Empresa donde trabajas' } }),
    else: form({ last_job: { type: 'string', title: 'Último empleo' } }),
  },
);

const family: FormSchema = {
  ...form({ person: { $ref: '#/definitions/person' } }),
  definitions: {
    person: {
      type: 'object',
      title: 'Persona',
      properties: {
        full_name: { type: 'string' },
        children: {
          type: 'array',
          title: 'Hijos',
          items: { title: 'Hijo', $ref: '#/definitions/person' },
        },
      },
      required: ['full_name'],
    },
  },
};

const manyFields = form(
  Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [
      `answer_${i + 1}`,
      { type: 'string', title: `Pregunta ${i + 1}` },
    ]),
  ),
);

const countries: readonly Specimen[] = [
  { name: 'peru', title: 'Peru', country_code: 'PE', schema: identity('document_id_type') },
  { name: 'brazil', title: 'Brazil', country_code: 'BR', language: 'pt', schema: brazil() },
  { name: 'mexico', title: 'Mexico', country_code: 'MX', schema: identity() },
  { name: 'chile', title: 'Chile', country_code: 'CL', schema: identity() },
];

/** A form submitted with errors. */
export const ERRORS: Specimen = {
  name: 'errors',
  title: 'Errors',
  action: 'submit',
  schema: form({
    document_id: { type: 'string' },
    email: { type: 'string', format: 'email', default: 'ana@' },
    dob: { type: 'string', format: 'date' },
    consent: { type: 'boolean', title: 'Acepto la verificación', const: true },
  }),
};

/** An empty form. */
export const FIELDS: Specimen = {
  name: 'text',
  title: 'Text',
  schema: {
    ...form({
      full_name: { type: 'string' },
      email: { type: 'string', format: 'email' },
      phone: { type: 'string' },
    }),
    required: ['full_name'],
  },
};

const fields: readonly Specimen[] = [
  { name: 'no-fields', title: 'Nothing missing', schema: form({}) },
  FIELDS,
  {
    name: 'numbers',
    title: 'Numbers',
    schema: form({
      years: { type: 'integer', title: 'Años de experiencia', minimum: 0, maximum: 60 },
      salary: { type: 'number', title: 'Sueldo esperado', minimum: 0 },
    }),
  },
  {
    name: 'warning',
    title: 'A number that looks wrong',
    note: 'A warning; the form can still be sent.',
    country_code: 'CL',
    schema: form({ document_id: { type: 'string' } }),
    action: 'blur',
    fill: '12.345.678-0',
  },
  { name: 'date', title: 'Date', schema: form({ dob: { type: 'string', format: 'date' } }) },
  { name: 'city', title: 'City', schema: form({ city_locode: { type: 'string' } }) },
  {
    name: 'few-choices',
    title: 'One of a few choices',
    schema: form({ contract: { type: 'string', title: 'Tipo de contrato', enum: CONTRACTS } }),
  },
  {
    name: 'many-choices',
    title: 'One of many choices',
    schema: form({ country: { type: 'string', title: 'País de nacimiento', enum: COUNTRIES } }),
  },
  {
    name: 'several-choices',
    title: 'Several choices',
    schema: form({
      languages: {
        type: 'array',
        title: 'Idiomas que hablas',
        uniqueItems: true,
        items: { type: 'string', enum: ['Español', 'Quechua', 'Aymara', 'Portugués', 'Inglés'] },
      },
    }),
  },
  {
    name: 'yes-or-no',
    title: 'Yes or no, and consent',
    schema: form({
      licence: { type: 'boolean', title: '¿Tienes licencia de conducir?' },
      consent: { type: 'boolean', title: 'Acepto la verificación de mis datos', const: true },
    }),
  },
  { name: 'referees', title: 'Referees', schema: referees },
  {
    name: 'entry-removed',
    title: 'A removed item',
    note: 'It can be restored.',
    schema: {
      ...referees,
      default: { referees: [{ name: 'Luisa Prado' }, { name: 'Raúl Soto' }] },
    },
    action: 'remove',
  },
  { name: 'referees-errors', title: 'Errors in a list', schema: referees, action: 'submit' },
  {
    name: 'nested',
    title: 'A nested object',
    schema: form({
      address: {
        ...form({
          street: { type: 'string', title: 'Calle y número' },
          postal_code: { type: 'string', title: 'Código postal' },
        }),
        title: 'Dirección',
      },
    }),
  },
  { name: 'one-of', title: 'One of several variants', schema: oneOf },
  { name: 'if-then', title: 'A field that depends on another', schema: conditional },
  { name: 'recursive', title: 'A recursive schema', schema: family },
  {
    name: 'read-only',
    title: 'Read only',
    schema: form({
      full_name: { type: 'string', readOnly: true, default: 'Ana Quispe Mamani' },
      document_id: { type: 'string' },
    }),
  },
  {
    name: 'prefilled',
    title: 'Prefilled',
    note: 'The session was created with four of the values.',
    schema: form(
      {
        full_name: { type: 'string', default: 'Ana Quispe Mamani' },
        email: { type: 'string', format: 'email', default: 'ana@example.com' },
        dob: { type: 'string', format: 'date', default: '1999-04-01' },
        city_locode: { type: 'string', default: 'PE LIM' },
        document_id: { type: 'string' },
      },
      { 'x-prefilled': ['full_name', 'email', 'dob', 'city_locode'] },
    ),
  },
  { name: 'many-fields', title: '200 fields', schema: manyFields },
];

function identity(...first: string[]): FormSchema {
  const names = [...first, 'document_id', 'full_name', 'dob', 'city_locode'];
  return form(
    Object.fromEntries(
      names.map((name) => [
        name,
        name === 'document_id_type'
          ? { type: 'string', enum: ['national_id', 'foreigner_card'] }
          : { type: 'string', ...(name === 'dob' && { format: 'date' }) },
      ]),
    ),
  );
}

function brazil(): FormSchema {
  const more = ['document_id_alt', 'mothers_full_name', 'fathers_full_name'];
  const optional = Object.fromEntries(more.map((name) => [name, { type: 'string' }]));
  const { properties, ...rest } = identity();
  return { ...rest, type: 'object', properties: { ...properties, ...optional } };
}

/** Forms by country, and every kind of field. */
export const FIELD_SECTIONS: readonly Section[] = [
  { name: 'countries', title: 'Countries', specimens: countries },
  { name: 'kinds', title: 'Kinds of fields', specimens: fields },
];
