import type { FieldSchema, FormSchema } from 'precandidate-contract';
import { LONG_SPECIMENS } from './long-specimens.ts';
import { form, text } from './schemas.ts';
import { specimen, type Section, type Specimen } from './specimen.ts';

const TEXT: FieldSchema = { type: 'string' };
const DATE: FieldSchema = { type: 'string', format: 'date' };
const EMAIL: FieldSchema = { type: 'string', format: 'email' };
const CONTRACTS = ['Indefinido', 'A plazo fijo', 'Por obra', 'Prácticas'];
const LANGUAGES = ['Español', 'Quechua', 'Aymara', 'Portugués', 'Inglés'];
const COUNTRIES =
  'Argentina,Bolivia,Brasil,Chile,Colombia,Costa Rica,Cuba,Ecuador,El Salvador,España,Guatemala,Honduras,México,Nicaragua,Panamá,Paraguay,Perú,República Dominicana,Uruguay,Venezuela'.split(
    ',',
  );

/** The form of specimens that are not about fields: complete, so that it can be submitted. */
export const SHORT_FORM = form({
  document_id: { ...TEXT, default: '41234561' },
  city_locode: { ...TEXT, default: 'PE LIM' },
});

/** A short form as a portal would show it. */
export const PORTAL_FORM = form({
  full_name: TEXT,
  document_id: TEXT,
  dob: DATE,
  city_locode: TEXT,
});

/** A form submitted with errors; the service's text is in the language of the form. */
export const withErrors = (consent: string) => ({
  action: 'submit' as const,
  schema: form({
    document_id: TEXT,
    email: { ...EMAIL, default: 'ana@' },
    dob: DATE,
    consent: { type: 'boolean', title: consent, const: true },
  }),
});

export const TEXT_FORM = form(
  { full_name: TEXT, email: EMAIL, phone: TEXT },
  { required: ['full_name'] },
);

const identity = { document_id: TEXT, full_name: TEXT, dob: DATE, city_locode: TEXT };
const documentType: FieldSchema = { type: 'string', enum: ['national_id', 'foreigner_card'] };
const brazil = { document_id_alt: TEXT, mothers_full_name: TEXT, fathers_full_name: TEXT };

const countries: readonly Specimen[] = [
  specimen('peru', 'Peru', { schema: form({ document_id_type: documentType, ...identity }) }),
  specimen('brazil', 'Brazil', {
    country_code: 'BR',
    language: 'pt',
    schema: form({ ...identity, ...brazil }, { required: Object.keys(identity) }),
  }),
  specimen('mexico', 'Mexico', { country_code: 'MX', schema: form(identity) }),
  specimen('chile', 'Chile', { country_code: 'CL', schema: form(identity) }),
];

const referees = form({
  referees: {
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: form({
      name: TEXT,
      phone: TEXT,
      relationship: { ...TEXT, enum: ['Jefe directo', 'Colega', 'Cliente'] },
    }),
  },
});

const variants: Partial<FormSchema> = {
  oneOf: [
    { title: 'DNI', ...form({ dni: text('DNI') }) },
    { title: 'Pasaporte', ...form({ passport: text('Pasaporte') }) },
  ],
};

const conditional = form(
  { employed: text('¿Trabajas ahora?', { enum: ['sí', 'no'], default: 'sí' }) },
  {
    if: { properties: { employed: { const: 'sí' } }, required: ['employed'] },
    then: form({ employer: text('Empresa donde trabajas') }),
    else: form({ last_job: text('Último empleo') }),
  },
);

const children: FieldSchema = {
  type: 'array',
  title: 'Hijos',
  items: { title: 'Hijo', $ref: '#/definitions/person' },
};
const family = form(
  { person: { $ref: '#/definitions/person' } },
  {
    definitions: {
      person: form({ full_name: TEXT, children }, { title: 'Persona', required: ['full_name'] }),
    },
  },
);

const numbered = Array.from({ length: 200 }, (_, index) => index + 1);
const manyFields = form(
  Object.fromEntries(numbered.map((n) => [`answer_${n}`, text(`Pregunta ${n}`)])),
);

const fields: readonly Specimen[] = [
  specimen('no-fields', 'Nothing missing', { schema: form({}) }),
  specimen('text', 'Text', { schema: TEXT_FORM }),
  specimen('numbers', 'Numbers', {
    schema: form({
      years: { type: 'integer', title: 'Años de experiencia', minimum: 0, maximum: 60 },
      salary: { type: 'number', title: 'Sueldo esperado', minimum: 0 },
    }),
  }),
  specimen('warning', 'A number that looks wrong', {
    note: 'A warning; the form can still be sent.',
    country_code: 'CL',
    schema: form({ document_id: TEXT }),
    action: 'blur',
    fill: '12.345.678-0',
  }),
  specimen('date', 'Date', { schema: form({ dob: DATE }) }),
  specimen('city', 'City', { schema: form({ city_locode: TEXT }) }),
  specimen('few-choices', 'One of a few choices', {
    schema: form({ contract: text('Tipo de contrato', { enum: CONTRACTS }) }),
  }),
  specimen('many-choices', 'One of many choices', {
    schema: form({ country: text('País de nacimiento', { enum: COUNTRIES }) }),
  }),
  specimen('several-choices', 'Several choices', {
    schema: form({
      languages: {
        type: 'array',
        title: 'Idiomas que hablas',
        uniqueItems: true,
        items: { ...TEXT, enum: LANGUAGES },
      },
    }),
  }),
  specimen('yes-or-no', 'Yes or no, and consent', {
    schema: form({
      licence: { type: 'boolean', title: '¿Tienes licencia de conducir?' },
      consent: { type: 'boolean', title: 'Acepto la verificación de mis datos', const: true },
    }),
  }),
  specimen('referees', 'Referees', { schema: referees }),
  specimen('entry-removed', 'A removed item', {
    note: 'It can be restored.',
    schema: {
      ...referees,
      default: { referees: [{ name: 'Luisa Prado' }, { name: 'Raúl Soto' }] },
    },
    action: 'remove',
  }),
  specimen('referees-errors', 'Errors in a list', { schema: referees, action: 'submit' }),
  specimen('nested', 'A nested object', {
    schema: form({
      address: form(
        { street: text('Calle y número'), postal_code: text('Código postal') },
        { title: 'Dirección' },
      ),
    }),
  }),
  specimen('several-of-many', 'Several of many choices', {
    schema: form({
      visited: {
        type: 'array',
        title: 'Países en los que trabajaste',
        uniqueItems: true,
        items: { ...TEXT, enum: COUNTRIES },
      },
    }),
  }),
  specimen('examples', 'Fields with an example', {
    schema: form({
      since: text('Mes de ingreso', { pattern: String.raw`^(0[1-9]|1[0-2])/\d{4}$` }),
      notice: text('Plazo de aviso', { format: 'duration' }),
      profile: text('Perfil profesional', { format: 'uri' }),
    }),
  }),
  specimen('photo', 'A photo and a file', {
    schema: form(
      {
        photo: text('Foto de tu documento', {
          format: 'data-url',
          contentMediaType: 'image/jpeg',
          maxLength: 2_000_000,
        }),
        certificate: text('Certificado de estudios', {
          format: 'data-url',
          contentMediaType: 'application/pdf',
          maxLength: 2_000_000,
        }),
      },
      // As the proxy says it: the room for both files.
      { 'x-max-body-bytes': 4_262_144 },
    ),
  }),
  specimen('one-of', 'One of several variants', { schema: form({}, variants) }),
  specimen('if-then', 'A field that depends on another', { schema: conditional }),
  specimen('recursive', 'A recursive schema', { schema: family }),
  specimen('read-only', 'Read only', {
    schema: form({
      full_name: { ...TEXT, readOnly: true, default: 'Ana Quispe Mamani' },
      document_id: TEXT,
    }),
  }),
  specimen('prefilled', 'Prefilled', {
    note: 'The session was created with four of the values.',
    schema: form(
      {
        full_name: { ...TEXT, default: 'Ana Quispe Mamani' },
        email: { ...EMAIL, default: 'ana@example.com' },
        dob: { ...DATE, default: '1999-04-01' },
        city_locode: { ...TEXT, default: 'PE LIM' },
        document_id: TEXT,
      },
      { 'x-prefilled': ['full_name', 'email', 'dob', 'city_locode'] },
    ),
  }),
  specimen('many-fields', '200 fields', { schema: manyFields }),
];

/** Forms by country, and every kind of field. */
export const FIELD_SECTIONS: readonly Section[] = [
  { name: 'countries', title: 'Countries', specimens: countries },
  { name: 'kinds', title: 'Kinds of fields', specimens: fields },
  { name: 'long', title: 'Longer forms', specimens: LONG_SPECIMENS },
];
