import type { Shape } from './shape.ts';

const constants = (...values: unknown[]) =>
  values.map((value) => ({ const: value, title: `Title of ${String(value)}` }));
const text = (title: string) => ({ type: 'string', title });
const REGIONS = 'AR BO BR CA CL CO CR CU DO EC ES FR GT HN MX NI PA PE PY SV US UY VE'.split(' ');

/** Choices between constants, and between branches. */
export const CHOICES: readonly Shape[] = [
  {
    name: 'an untouched form has no choice, whatever keywords define the options',
    schema: {
      properties: {
        a: { title: 'Alpha', oneOf: constants('none', 'some') },
        b: { title: 'Beta', anyOf: constants(1, 2) },
        c: { type: 'string', title: 'Gamma', oneOf: constants('x', 'y') },
        d: { title: 'Delta', $ref: '#/definitions/yes' },
        e: text('Epsilon'),
      },
      definitions: { yes: { oneOf: constants(true, false) } },
    },
    steps: [['Epsilon', 'z']],
    sent: { e: 'z' },
  },
  {
    name: 'titled constants of every type keep their type',
    schema: {
      properties: {
        a: { title: 'Alpha', oneOf: constants('none', 'some') },
        b: { title: 'Beta', anyOf: constants(1, 2) },
        d: { title: 'Delta', oneOf: constants(true, false) },
        e: {
          type: 'array',
          title: 'Epsilon',
          uniqueItems: true,
          items: { oneOf: constants('p', 'q') },
        },
      },
      required: ['a', 'b', 'd'],
    },
    steps: [
      ['Alpha', 'Title of some'],
      ['Beta', 'Title of 2'],
      ['Delta', 'Title of false'],
      ['Epsilon', '+Title of q'],
    ],
    sent: { a: 'some', b: 2, d: false, e: ['q'] },
  },
  {
    name: 'a default consent is not given',
    schema: {
      properties: {
        a: { type: 'boolean', title: 'I agree', const: true, default: true },
        b: { type: 'boolean', title: 'News', enum: [true], default: true },
        c: text('Gamma'),
      },
      required: ['a'],
    },
    steps: [['I agree'], ['Gamma', 'x']],
    sent: { a: true, c: 'x' },
  },
  {
    name: 'a required field that accepts null is sent as null when it is left empty',
    schema: {
      properties: {
        a: { type: ['string', 'null'], title: 'Alpha' },
        b: { title: 'Beta', anyOf: [{ type: 'integer' }, { type: 'null' }] },
        c: { title: 'Gamma', enum: ['x', 'y', null] },
        d: { type: ['boolean', 'null'], title: 'Delta' },
        e: { title: 'Epsilon', oneOf: [...constants('p', 'q'), { type: 'null' }] },
        f: text('Zeta'),
      },
      required: ['a', 'b', 'c', 'd', 'e', 'f'],
    },
    steps: [['Zeta', 'z']],
    sent: { a: null, b: null, c: null, d: null, e: null, f: 'z' },
  },
  {
    name: 'fields that accept null, filled in',
    schema: {
      properties: {
        a: { type: ['string', 'null'], title: 'Alpha' },
        b: { title: 'Beta', anyOf: [{ type: 'integer' }, { type: 'null' }] },
        c: { title: 'Gamma', enum: ['x', 'y', null] },
        d: { type: ['boolean', 'null'], title: 'Delta' },
        e: { title: 'Epsilon', oneOf: [...constants('p', 'q'), { type: 'null' }] },
      },
      required: ['a', 'b', 'c', 'd', 'e'],
    },
    steps: [
      ['Alpha', 'one'],
      ['Beta', '2'],
      ['Gamma', 'y'],
      ['Delta', 'No'],
      ['Epsilon', 'Title of q'],
    ],
    sent: { a: 'one', b: 2, c: 'y', d: false, e: 'q' },
  },
  {
    name: 'branches are named by the constant that distinguishes them',
    schema: {
      properties: {
        a: {
          title: 'Alpha',
          oneOf: [
            { properties: { kind: { const: 'own_home' }, b: text('Beta') }, required: ['kind'] },
            { properties: { kind: { const: 'rentedHome' }, c: text('Gamma') }, required: ['kind'] },
          ],
        },
      },
    },
    steps: [
      ['Alpha', 'Rented home'],
      ['Gamma', 'x'],
    ],
    sent: { a: { kind: 'rentedHome', c: 'x' } },
  },
  {
    name: 'branches without constants are named by their fields',
    schema: {
      properties: {
        a: {
          title: 'Alpha',
          oneOf: [
            { type: 'object', properties: { b: text('Beta') }, required: ['b'] },
            { type: 'object', properties: { tax_id: { type: 'string' } }, required: ['tax_id'] },
          ],
        },
      },
    },
    steps: [
      ['Alpha', 'Tax id'],
      ['Tax id', 'x'],
    ],
    sent: { a: { tax_id: 'x' } },
  },
  {
    name: 'a union of number and text is one field',
    schema: {
      properties: {
        a: { title: 'Alpha', anyOf: [{ type: 'number' }, { type: 'string' }] },
        b: { title: 'Beta', anyOf: [{ type: 'number' }, { type: 'string' }] },
        c: { type: ['integer', 'string'], title: 'Gamma' },
      },
      required: ['a', 'b'],
    },
    steps: [
      ['Alpha', '12'],
      ['Beta', 'twelve'],
      ['Gamma', '7'],
    ],
    sent: { a: 12, b: 'twelve', c: 7 },
  },
  {
    name: 'one of several fields is required: all are shown',
    schema: {
      properties: { a: text('Alpha'), b: text('Beta') },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    steps: [['Beta', 'x']],
    sent: { b: 'x' },
  },
  {
    name: 'country codes are shown by name',
    schema: {
      properties: { a: { type: 'string', title: 'Alpha', enum: REGIONS } },
      required: ['a'],
    },
    steps: [['Alpha', 'Perú']],
    sent: { a: 'PE' },
  },
  {
    name: 'several of many options, found by typing',
    schema: {
      properties: {
        a: { type: 'array', title: 'Alpha', uniqueItems: true, items: { enum: REGIONS } },
      },
      required: ['a'],
    },
    steps: [['Alpha', 'Chile'], ['Alpha', 'peru'], ['Alpha', 'Bolivia'], 'Quitar Chile'],
    sent: { a: ['PE', 'BO'] },
  },
  {
    name: 'names of an enum, and an empty one',
    schema: {
      properties: {
        a: { type: 'string', title: 'Alpha', enum: ['x', 'y'], enumNames: ['First', 'Second'] },
        b: { type: 'string', title: 'Beta', enum: ['', 'y'] },
      },
      required: ['a', 'b'],
    },
    steps: [
      ['Alpha', 'Second'],
      ['Beta', 'En blanco'],
    ],
    sent: { a: 'y', b: '' },
  },
];
