import { type CorpusEntry, form, text } from '../entry.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const object = (properties: object, required?: string[], rest: object = {}) => ({
  type: 'object',
  properties,
  ...(required && { required }),
  ...rest,
});
const string = { type: 'string' };

/** What pydantic generates. */
export default [
  {
    name: 'pydantic: plain model',
    schema: object(
      {
        name: { title: 'Name', type: 'string' },
        age: { title: 'Age', type: 'integer', minimum: 0 },
      },
      ['name', 'age'],
      { title: 'Person' },
    ),
    steps: [
      ['Name', 'Ana'],
      ['Age', '31'],
    ],
    sends: { name: 'Ana', age: 31 },
  },
  {
    name: 'pydantic: Optional with default None',
    schema: object(
      {
        name: { title: 'Name', type: 'string' },
        nick: { anyOf: [string, { type: 'null' }], default: null, title: 'Nick' },
      },
      ['name'],
      { title: 'Person' },
    ),
    steps: [
      ['Name', 'Ana'],
      ['Nick', 'Anita'],
    ],
    sends: { name: 'Ana', nick: 'Anita' },
  },
  {
    name: 'pydantic: Optional left empty',
    schema: object(
      {
        name: { title: 'Name', type: 'string' },
        day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], title: 'Day' },
      },
      ['name', 'day'],
    ),
    steps: [['Name', 'Ana']],
    sends: { name: 'Ana', day: null },
  },
  {
    name: 'pydantic: Optional date filled in',
    schema: object(
      { day: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], title: 'Day' } },
      ['day'],
    ),
    steps: [['Day', '2001-02-03']],
    sends: { day: '2001-02-03' },
  },
  {
    name: 'pydantic: Enum in $defs',
    schema: object({ color: { $ref: '#/$defs/Color' } }, ['color'], {
      $defs: { Color: { enum: ['red', 'green'], title: 'Color', type: 'string' } },
    }),
    steps: [['Color', 'green']],
    sends: { color: 'green' },
  },
  {
    name: 'pydantic: Enum with default in allOf (version 1)',
    schema: object({ color: { default: 'red', allOf: [{ $ref: '#/definitions/Color' }] } }, [], {
      definitions: {
        Color: {
          title: 'Color',
          description: 'An enumeration.',
          enum: ['red', 'green'],
          type: 'string',
        },
      },
    }),
    steps: [['Color', 'green']],
    sends: { color: 'green' },
  },
  {
    name: 'pydantic: nested models',
    schema: object(
      {
        home: { $ref: '#/$defs/Address' },
        work: { anyOf: [{ $ref: '#/$defs/Address' }, { type: 'null' }], default: null },
      },
      ['home'],
      {
        $defs: {
          Address: object(
            {
              street: { title: 'Street', type: 'string' },
              city: { title: 'Town', type: 'string' },
            },
            ['street', 'city'],
            { title: 'Address' },
          ),
        },
      },
    ),
    steps: [
      ['Street', 'Larco 1'],
      ['Town', 'Lima'],
    ],
    sends: { home: { street: 'Larco 1', city: 'Lima' } },
  },
  {
    name: 'pydantic: list of models',
    schema: object(
      { jobs: { items: { $ref: '#/$defs/Job' }, minItems: 1, title: 'Jobs', type: 'array' } },
      ['jobs'],
      {
        $defs: {
          Job: object(
            {
              title: { title: 'Title', type: 'string' },
              years: { title: 'Years', type: 'number' },
            },
            ['title', 'years'],
            { title: 'Job' },
          ),
        },
      },
    ),
    steps: [
      ['Title', 'Cook'],
      ['Years', '2.5'],
    ],
    sends: { jobs: [{ title: 'Cook', years: 2.5 }] },
  },
  {
    name: 'pydantic: discriminated union',
    schema: object(
      {
        pet: {
          discriminator: {
            mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' },
            propertyName: 'kind',
          },
          oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
          title: 'Pet',
        },
      },
      ['pet'],
      {
        $defs: {
          Cat: object(
            {
              kind: { const: 'cat', title: 'Kind', type: 'string' },
              lives: { title: 'Lives', type: 'integer' },
            },
            ['kind', 'lives'],
            { title: 'Cat' },
          ),
          Dog: object(
            {
              kind: { const: 'dog', title: 'Kind', type: 'string' },
              breed: { title: 'Breed', type: 'string' },
            },
            ['kind', 'breed'],
            { title: 'Dog' },
          ),
        },
      },
    ),
    steps: [
      ['Pet', 'Dog'],
      ['Breed', 'Boxer'],
    ],
    sends: { pet: { kind: 'dog', breed: 'Boxer' } },
  },
  {
    name: 'pydantic: Literal and Decimal',
    schema: object(
      {
        unit: { enum: ['kg', 'lb'], title: 'Unit', type: 'string' },
        weight: {
          anyOf: [
            { type: 'number' },
            { pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$', type: 'string' },
          ],
          title: 'Weight',
        },
      },
      ['unit', 'weight'],
    ),
    steps: [
      ['Unit', 'kg'],
      ['Weight', '70'],
    ],
    sends: { unit: 'kg', weight: 70 },
  },
  {
    name: 'pydantic: constrained list and set',
    schema: object(
      { tags: { items: string, maxItems: 3, title: 'Tags', type: 'array', uniqueItems: true } },
      ['tags'],
    ),
    steps: [{ press: 'Agregar Tags' }, ['Tags 1', 'a'], { press: 'Agregar Tags' }, ['Tags 2', 'b']],
    sends: { tags: ['a', 'b'] },
  },
  {
    name: 'pydantic: tuple',
    schema: {
      $schema: DRAFT,
      ...object(
        {
          point: {
            maxItems: 2,
            minItems: 2,
            prefixItems: [{ type: 'number' }, { type: 'number' }],
            title: 'Point',
            type: 'array',
          },
        },
        ['point'],
      ),
    },
    steps: [
      ['Point 1', '1'],
      ['Point 2', '2'],
    ],
    sends: { point: [1, 2] },
  },
  {
    name: 'pydantic: datetime, time, and e-mail',
    schema: object(
      {
        when: { format: 'date-time', title: 'When', type: 'string' },
        mail: { format: 'email', title: 'Mail', type: 'string' },
      },
      ['when', 'mail'],
    ),
    steps: [
      ['When', '2026-05-01 09:30'],
      ['Mail', 'a@b.pe'],
    ],
    sends: { when: '2026-05-01T09:30:00-05:00', mail: 'a@b.pe' },
  },
  {
    name: 'pydantic: dict with free keys, left empty',
    schema: object(
      {
        name: { title: 'Name', type: 'string' },
        extra: { additionalProperties: string, title: 'Extra', type: 'object' },
      },
      ['name'],
    ),
    steps: [['Name', 'Ana']],
    sends: { name: 'Ana' },
  },
  {
    name: 'only allOf at the root',
    schema: {
      allOf: [
        { $ref: '#/$defs/persona' },
        { type: 'object', properties: { correo: text('Correo personal') }, required: ['correo'] },
      ],
      $defs: { persona: form({ apodo: text('Apodo') }) },
    },
    steps: [
      ['Apodo', 'Tito'],
      ['Correo personal', 'tito@example.com'],
    ],
    sends: { apodo: 'Tito', correo: 'tito@example.com' },
  },
  {
    name: 'only a choice of objects at the root',
    schema: {
      oneOf: [
        { title: 'Persona', ...form({ apodo: text('Apodo') }) },
        { title: 'Empresa', ...form({ ruc: text('RUC', { pattern: '^(10|20)\\d{9}$' }) }) },
      ],
    },
    steps: [
      ['Elige una opción', 'Empresa'],
      ['RUC', '20-12345678-9'],
    ],
    sends: { ruc: '20123456789' },
  },
  {
    name: 'files as base64',
    schema: form({
      firma: text('Firma', { contentEncoding: 'base64', contentMediaType: 'text/plain' }),
      foto: text('Foto', { format: 'byte' }),
    }),
    steps: [
      { file: 'firma.txt', to: 'Firma' },
      { file: 'foto.txt', to: 'Foto' },
    ],
    sends: { firma: 'ZmlybWEudHh0', foto: 'Zm90by50eHQ=' },
  },
] satisfies CorpusEntry[];
