import type { CorpusEntry } from '../entry.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const ZOD = { $schema: DRAFT, additionalProperties: false };
const object = (properties: object, required?: string[], rest: object = {}) => ({
  type: 'object',
  properties,
  ...(required && { required }),
  ...rest,
});
const string = { type: 'string' };

/** What zod 4 (`toJSONSchema`) and TypeBox generate. */
export default [
  {
    name: 'zod: object with describe',
    schema: {
      ...ZOD,
      ...object(
        {
          name: { type: 'string', minLength: 1, description: 'As on your document' },
          age: { type: 'integer', exclusiveMinimum: 0, maximum: 9007199254740991 },
        },
        ['name', 'age'],
      ),
    },
    steps: [
      ['Nombre', 'Ana'],
      ['Age', '30'],
    ],
    sends: { name: 'Ana', age: 30 },
  },
  {
    name: 'zod: enum and literal union',
    schema: {
      ...ZOD,
      ...object(
        {
          role: { type: 'string', enum: ['admin', 'user'] },
          size: {
            anyOf: [
              { type: 'string', const: 's' },
              { type: 'string', const: 'm' },
            ],
          },
        },
        ['role', 'size'],
      ),
    },
    steps: [
      ['Role', 'user'],
      ['Size', 'm'],
    ],
    sends: { role: 'user', size: 'm' },
  },
  {
    name: 'zod: e-mail with its pattern',
    schema: {
      ...ZOD,
      ...object(
        {
          mail: {
            type: 'string',
            format: 'email',
            pattern:
              "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
          },
        },
        ['mail'],
      ),
    },
    steps: [['Mail', 'ana..q@x.pe'], { expect: 'Mail' }, ['Mail', 'ana.q@example.pe']],
    sends: { mail: 'ana.q@example.pe' },
  },
  {
    name: 'zod: date with its pattern',
    schema: {
      ...ZOD,
      ...object(
        {
          born: {
            type: 'string',
            format: 'date',
            pattern:
              '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$',
          },
        },
        ['born'],
      ),
    },
    steps: [['Born', '2000-02-29']],
    sends: { born: '2000-02-29' },
  },
  {
    name: 'zod: nullable and optional',
    schema: {
      ...ZOD,
      ...object({ a: { anyOf: [string, { type: 'null' }] }, b: { type: 'boolean' } }, ['a']),
    },
    steps: [],
    sends: { a: null },
  },
  {
    name: 'zod: default values',
    schema: {
      ...ZOD,
      ...object(
        {
          lang: { default: 'es', type: 'string', enum: ['es', 'pt'] },
          times: { default: 1, type: 'number' },
        },
        ['lang', 'times'],
      ),
    },
    steps: [['Times', '3']],
    sends: { lang: 'es', times: 3 },
  },
  {
    name: 'zod: discriminated union',
    schema: {
      ...ZOD,
      ...object(
        {
          pay: {
            oneOf: [
              object({ by: { type: 'string', const: 'card' }, card: string }, ['by', 'card'], {
                additionalProperties: false,
              }),
              object(
                { by: { type: 'string', const: 'cash' }, coins: { type: 'boolean' } },
                ['by', 'coins'],
                { additionalProperties: false },
              ),
            ],
          },
        },
        ['pay'],
      ),
    },
    steps: [
      ['Pay', 'Cash'],
      ['Coins', 'Sí'],
    ],
    sends: { pay: { by: 'cash', coins: true } },
  },
  {
    name: 'zod: array of objects',
    schema: {
      ...ZOD,
      ...object(
        {
          kids: {
            minItems: 1,
            type: 'array',
            items: object({ name: string, school: { type: 'string', format: 'uri' } }, ['name'], {
              additionalProperties: false,
            }),
          },
        },
        ['kids'],
      ),
    },
    steps: [
      ['Nombre', 'Lia'],
      ['School', 'https://example.com/x'],
    ],
    sends: { kids: [{ name: 'Lia', school: 'https://example.com/x' }] },
  },
  {
    name: 'zod: intersection',
    schema: {
      $schema: DRAFT,
      type: 'object',
      allOf: [
        object({ first: string }, ['first']),
        object({ second: { type: 'number' } }, ['second']),
      ],
    },
    steps: [
      ['First', 'x'],
      ['Second', '2'],
    ],
    sends: { first: 'x', second: 2 },
  },
  {
    name: 'zod: tuple with rest',
    schema: {
      ...ZOD,
      ...object(
        {
          row: {
            type: 'array',
            prefixItems: [string, { type: 'number' }],
            items: { type: 'boolean' },
            minItems: 2,
          },
        },
        ['row'],
      ),
    },
    steps: [
      ['Row 1', 'x'],
      ['Row 2', '2'],
    ],
    sends: { row: ['x', 2] },
  },
  {
    name: 'typebox: object',
    schema: object(
      {
        nombre: { title: 'Nombre corto', minLength: 2, type: 'string' },
        activo: { type: 'boolean' },
      },
      ['nombre', 'activo'],
    ),
    steps: [
      ['Nombre corto', 'Ana'],
      ['Activo', 'Sí'],
    ],
    sends: { nombre: 'Ana', activo: true },
  },
  {
    name: 'typebox: union of literals',
    schema: object(
      {
        nivel: {
          title: 'Nivel',
          anyOf: [
            { const: 'bajo', type: 'string' },
            { const: 'medio', type: 'string' },
            { const: 'alto', type: 'string' },
          ],
        },
      },
      ['nivel'],
    ),
    steps: [['Nivel', 'medio']],
    sends: { nivel: 'medio' },
  },
  {
    name: 'typebox: union of objects',
    schema: object(
      {
        via: {
          title: 'Vía',
          anyOf: [
            object({ correo: { ...string, title: 'Correo' } }, ['correo'], { title: 'Por correo' }),
            object({ fono: { ...string, title: 'Fono' } }, ['fono'], { title: 'Por teléfono' }),
          ],
        },
      },
      ['via'],
    ),
    steps: [
      ['Vía', 'Por teléfono'],
      ['Fono', '99'],
    ],
    sends: { via: { fono: '99' } },
  },
  {
    name: 'typebox: composite and readonly',
    schema: {
      allOf: [
        object({ a: { ...string, title: 'A' } }, ['a']),
        object({ b: { ...string, title: 'B', readOnly: true } }),
      ],
      type: 'object',
    },
    steps: [
      ['A', 'x'],
      ['B', 'y'],
    ],
    sends: { a: 'x', b: 'y' },
  },
  {
    name: 'typebox: integers as constants',
    schema: object(
      {
        copias: {
          title: 'Copias',
          anyOf: [
            { const: 1, type: 'number' },
            { const: 2, type: 'number' },
          ],
        },
      },
      ['copias'],
    ),
    steps: [['Copias', '2']],
    sends: { copias: 2 },
  },
] satisfies CorpusEntry[];
