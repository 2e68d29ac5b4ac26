import type { Shape } from './shape.ts';

const text = (title: string) => ({ type: 'string', title });

/** Single fields. */
export const FIELDS: readonly Shape[] = [
  {
    name: 'text',
    schema: { properties: { a: text('Alpha'), b: text('Beta') }, required: ['a'] },
    steps: [['Alpha', 'one two']],
    sent: { a: 'one two' },
  },
  {
    name: 'text, cleared again',
    schema: { properties: { a: text('Alpha'), b: text('Beta') } },
    steps: [
      ['Alpha', 'x'],
      ['Beta', 'y'],
      ['Alpha', ''],
    ],
    sent: { b: 'y' },
  },
  {
    name: 'no type',
    schema: { properties: { a: { title: 'Alpha' } }, required: ['a'] },
    steps: [['Alpha', '12']],
    sent: { a: '12' },
  },
  {
    name: 'numbers',
    schema: {
      properties: {
        pay: { type: 'number', title: 'Pay' },
        age: { type: 'integer', title: 'Age', minimum: 0 },
        cut: { type: 'integer', title: 'Cut' },
      },
      required: ['pay', 'age'],
    },
    steps: [
      ['Pay', '1200,5'],
      ['Age', '0'],
      ['Cut', '-3'],
    ],
    sent: { pay: 1200.5, age: 0, cut: -3 },
  },
  {
    name: 'choices by enum, of text and of numbers',
    schema: {
      properties: {
        size: { type: 'string', title: 'Size', enum: ['small', 'large'] },
        level: { type: 'integer', title: 'Level', enum: [1, 2, 3] },
      },
      required: ['size', 'level'],
    },
    steps: [
      ['Size', 'large'],
      ['Level', '2'],
    ],
    sent: { size: 'large', level: 2 },
  },
  {
    name: 'choices by const, with titles',
    schema: {
      properties: {
        shift: {
          type: 'string',
          title: 'Shift',
          oneOf: [
            { const: 'd', title: 'Days' },
            { const: 'n', title: 'Nights' },
          ],
        },
        bare: {
          title: 'Bare',
          anyOf: [
            { const: 1, title: 'One' },
            { const: 2, title: 'Two' },
          ],
        },
      },
    },
    steps: [
      ['Shift', 'Nights'],
      ['Bare', 'Two'],
    ],
    sent: { shift: 'n', bare: 2 },
  },
  {
    name: 'yes, no, and a consent',
    schema: {
      properties: {
        job: { type: 'boolean', title: 'Job' },
        car: { type: 'boolean', title: 'Car' },
        agree: { type: 'boolean', const: true, title: 'I agree' },
      },
      required: ['job', 'agree'],
    },
    steps: [['Job', 'No'], ['I agree']],
    sent: { job: false, agree: true },
  },
  {
    name: 'text or null',
    schema: {
      properties: {
        a: { type: ['string', 'null'], title: 'Alpha' },
        b: { type: ['null', 'string'], title: 'Beta' },
        c: { type: ['integer', 'null'], title: 'Gamma' },
      },
    },
    steps: [
      ['Alpha', 'x'],
      ['Beta', 'y'],
      ['Gamma', '3'],
    ],
    sent: { a: 'x', b: 'y', c: 3 },
  },
  {
    name: 'a default that stays, and one that is corrected',
    schema: {
      properties: {
        a: { ...text('Alpha'), default: 'kept' },
        b: { ...text('Beta'), default: 'old' },
        c: { type: 'boolean', title: 'Gamma', default: false },
        d: { type: 'string', title: 'Delta', enum: ['x', 'y'], default: 'y' },
      },
    },
    steps: [['Beta', 'new']],
    sent: { a: 'kept', b: 'new', c: false, d: 'y' },
  },
  {
    name: 'read-only fields',
    schema: {
      properties: { a: { ...text('Alpha'), readOnly: true, default: 'fixed' }, b: text('Beta') },
    },
    steps: [['Beta', 'x']],
    sent: { a: 'fixed', b: 'x' },
  },
  {
    name: 'read-only choices, objects, and lists; without a value, they are inputs',
    schema: {
      properties: {
        size: { type: 'string', title: 'Size', enum: ['s', 'l'], readOnly: true, default: 'l' },
        job: {
          title: 'Job',
          type: 'object',
          readOnly: true,
          properties: { name: { ...text('Firm'), default: 'ACME' }, pay: text('Pay') },
          required: ['pay'],
        },
        list: { title: 'List', type: 'array', items: text('Item'), readOnly: true, default: ['x'] },
        car: { type: 'boolean', title: 'Car', readOnly: true },
        wrong: { ...text('Wrong'), readOnly: true, default: 'x', minLength: 2 },
      },
      required: ['car'],
    },
    steps: [
      ['Pay', '12'],
      ['Car', 'No'],
      ['Wrong', 'xy'],
    ],
    sent: { size: 'l', job: { name: 'ACME', pay: '12' }, list: ['x'], car: false, wrong: 'xy' },
  },
  {
    name: 'a consent without a type, and long text',
    schema: {
      properties: {
        agree: { const: true, title: 'I agree' },
        why: { type: 'string', title: 'Why', format: 'textarea' },
      },
      required: ['agree'],
    },
    steps: [['I agree'], ['Why', 'so']],
    sent: { agree: true, why: 'so' },
  },
  {
    name: 'constants: one that nothing describes, a fixed one, and one that the candidate declares',
    schema: {
      properties: {
        version: { const: 2 },
        kind: { type: 'string', title: 'Kind', const: 'person', readOnly: true },
        b: { type: 'string', title: 'Beta', const: 'acknowledged' },
        c: { type: 'boolean', title: 'Gamma', const: false },
      },
      required: ['version', 'kind', 'b', 'c'],
    },
    steps: [
      ['Beta', 'acknowledged'],
      ['Gamma', 'No'],
    ],
    sent: { version: 2, kind: 'person', b: 'acknowledged', c: false },
  },
  {
    name: 'allOf, at the root and in a field',
    schema: {
      properties: { a: { allOf: [text('Alpha'), { minLength: 2 }] } },
      allOf: [{ properties: { b: text('Beta') }, required: ['b'] }],
    },
    steps: [
      ['Alpha', 'xx'],
      ['Beta', 'y'],
    ],
    sent: { a: 'xx', b: 'y' },
  },
  {
    name: 'a reference',
    schema: {
      properties: { a: { $ref: '#/definitions/name' } },
      required: ['a'],
      definitions: { name: text('Alpha') },
    },
    steps: [['Alpha', 'x']],
    sent: { a: 'x' },
  },
  { name: 'no fields', schema: { properties: {} }, steps: [], sent: {} },
];
