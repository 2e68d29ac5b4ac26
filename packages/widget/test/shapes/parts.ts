import type { Shape } from './shape.ts';

const text = (title: string) => ({ type: 'string', title });
const part = (title: string, name: string, label: string) => ({
  title,
  type: 'object',
  properties: { [name]: text(label) },
  required: [name],
});

/** Objects in objects, and objects with branches. */
export const PARTS: readonly Shape[] = [
  {
    name: 'an object in an object',
    schema: {
      properties: {
        home: {
          type: 'object',
          title: 'Home',
          properties: {
            street: text('Street'),
            place: { type: 'object', title: 'Place', properties: { town: text('Town') } },
          },
          required: ['street'],
        },
      },
      required: ['home'],
    },
    steps: [
      ['Street', 'Main 1'],
      ['Town', 'Lima'],
    ],
    sent: { home: { street: 'Main 1', place: { town: 'Lima' } } },
  },
  {
    name: 'an optional object requires nothing while it is empty',
    schema: {
      properties: {
        name: text('Name'),
        home: {
          type: 'object',
          title: 'Home',
          properties: { street: text('Street'), town: text('Town') },
          required: ['street'],
        },
      },
    },
    steps: [
      ['Name', 'Ana'],
      ['Street', 'Main'],
      ['Street', ''],
    ],
    sent: { name: 'Ana' },
  },
  {
    name: 'an optional object with defaults requires nothing while the candidate leaves them',
    schema: {
      properties: {
        name: text('Name'),
        home: {
          type: 'object',
          title: 'Home',
          properties: {
            street: text('Street'),
            country: { ...text('Country'), default: 'PE' },
            rooms: { type: 'integer', title: 'Rooms', default: 2 },
          },
          required: ['street', 'country'],
        },
      },
    },
    steps: [['Name', 'Ana']],
    sent: { name: 'Ana' },
  },
  {
    name: 'an optional object with a changed default is sent',
    schema: {
      properties: {
        home: {
          type: 'object',
          title: 'Home',
          properties: { street: text('Street'), country: { ...text('Country'), default: 'PE' } },
          required: ['street'],
        },
      },
    },
    steps: [
      ['Country', 'CL'],
      ['Street', 'Main 1'],
    ],
    sent: { home: { street: 'Main 1', country: 'CL' } },
  },
  {
    name: 'branches and null, left empty',
    schema: {
      properties: {
        contact: {
          title: 'Contact',
          anyOf: [
            part('By mail', 'street', 'Street'),
            part('By phone', 'number', 'Number'),
            { type: 'null' },
          ],
        },
      },
      required: ['contact'],
    },
    steps: [
      ['Contact', 'By phone'],
      ['Number', '12'],
      ['Number', ''],
    ],
    sent: { contact: null },
  },
  {
    name: 'branches behind references and null',
    schema: {
      properties: {
        contact: {
          title: 'Contact',
          oneOf: [
            { $ref: '#/definitions/mail' },
            { type: 'null' },
            { $ref: '#/definitions/phone' },
          ],
        },
        work: {
          title: 'Work',
          oneOf: [
            { $ref: '#/definitions/mail' },
            { type: 'null' },
            { $ref: '#/definitions/phone' },
          ],
        },
      },
      required: ['contact', 'work'],
      definitions: {
        mail: part('By mail', 'street', 'Street'),
        phone: part('By phone', 'number', 'Number'),
      },
    },
    steps: [
      ['Work', 'By phone'],
      ['Number', '12'],
    ],
    sent: { contact: null, work: { number: '12' } },
  },
  {
    name: 'oneOf in an object',
    schema: {
      properties: {
        contact: {
          title: 'Contact',
          oneOf: [part('By mail', 'street', 'Street'), part('By phone', 'number', 'Number')],
        },
      },
      required: ['contact'],
    },
    steps: [
      ['Contact', 'By phone'],
      ['Number', '12'],
    ],
    sent: { contact: { number: '12' } },
  },
  {
    name: 'oneOf at the root, beside shared fields',
    schema: {
      type: 'object',
      properties: { name: text('Name') },
      oneOf: [part('By mail', 'street', 'Street'), part('By phone', 'number', 'Number')],
    },
    steps: [
      ['Name', 'Ana'],
      ['Elige una opción', 'By phone'],
      ['Number', '12'],
    ],
    sent: { name: 'Ana', number: '12' },
  },
  {
    name: 'oneOf with a distinguishing constant; a shared field keeps its value',
    schema: {
      properties: {
        contact: {
          title: 'Contact',
          type: 'object',
          oneOf: ['mail', 'phone'].map((kind) => ({
            title: `By ${kind}`,
            properties: {
              kind: { const: kind, type: 'string', title: 'Kind' },
              who: text('Who'),
              [kind]: text(`Your ${kind}`),
            },
            required: ['kind', kind],
          })),
        },
      },
    },
    steps: [
      ['Who', 'Ana'],
      ['Contact', 'By phone'],
      ['Your phone', '12'],
    ],
    sent: { contact: { kind: 'phone', who: 'Ana', phone: '12' } },
  },
  {
    name: 'anyOf of plain values',
    schema: {
      properties: {
        age: {
          title: 'Age',
          anyOf: [
            { type: 'integer', title: 'In years' },
            { type: 'string', title: 'In words' },
          ],
        },
      },
    },
    steps: [
      ['Age', 'In words'],
      ['In words', 'forty'],
    ],
    sent: { age: 'forty' },
  },
  {
    name: 'anyOf with null',
    schema: {
      properties: {
        nick: { title: 'Nickname', anyOf: [{ type: 'string' }, { type: 'null' }] },
        nothing: { title: 'Nothing', anyOf: [{ type: 'null' }, { type: 'string' }] },
      },
    },
    steps: [['Nickname', 'Ani']],
    sent: { nick: 'Ani' },
  },
  {
    name: 'names that the schema does not declare have no fields',
    schema: {
      properties: { a: text('Alpha') },
      additionalProperties: { type: 'string' },
      patternProperties: { '^x_': { type: 'string' } },
    },
    steps: [['Alpha', 'x']],
    sent: { a: 'x' },
  },
];
