import type { Shape } from './shape.ts';

const text = (title: string) => ({ type: 'string', title });
const referee = {
  type: 'object',
  title: 'Referee',
  properties: { name: text('Full name'), phone: text('Phone number') },
  required: ['name'],
};

/** Lists. */
export const LISTS: readonly Shape[] = [
  {
    name: 'objects, at least one',
    schema: {
      properties: {
        people: { type: 'array', title: 'People', items: referee, minItems: 1, maxItems: 3 },
      },
      required: ['people'],
    },
    steps: [
      ['Full name', 'Ana'],
      'Agregar Referee',
      ['Full name#2', 'Luis'],
      ['Phone number#2', '123'],
    ],
    sent: { people: [{ name: 'Ana' }, { name: 'Luis', phone: '123' }] },
  },
  {
    name: 'removing the first of three keeps the input of the others',
    schema: {
      properties: { people: { type: 'array', title: 'People', items: referee, minItems: 1 } },
      required: ['people'],
    },
    steps: [
      ['Full name', 'Ana'],
      'Agregar Referee',
      ['Full name#2', 'Luis'],
      'Agregar Referee',
      ['Full name#3', 'Eva'],
      'Quitar Referee 1',
    ],
    sent: { people: [{ name: 'Luis' }, { name: 'Eva' }] },
  },
  {
    name: 'optional objects',
    schema: { properties: { people: { type: 'array', title: 'People', items: referee } } },
    steps: [],
    sent: {},
  },
  {
    name: 'text, labeled by the title of the list',
    schema: {
      properties: {
        names: { type: 'array', title: 'Alias', items: { type: 'string' }, minItems: 1 },
      },
      required: ['names'],
    },
    steps: [['Alias 1', 'one'], 'Agregar Alias', ['Alias 2', 'two']],
    sent: { names: ['one', 'two'] },
  },
  {
    name: 'an entry that was added and left empty is not sent',
    schema: {
      properties: {
        people: { type: 'array', title: 'People', items: { $ref: '#/definitions/referee' } },
      },
      definitions: { referee },
    },
    steps: ['Agregar Referee'],
    sent: {},
  },
  {
    name: 'an optional list with an initial entry',
    schema: {
      properties: { people: { type: 'array', title: 'People', items: referee, minItems: 1 } },
    },
    steps: [],
    sent: {},
  },
  {
    name: 'choices',
    schema: {
      properties: {
        days: {
          type: 'array',
          title: 'Days',
          items: { type: 'string', enum: ['mon', 'tue', 'wed'] },
          uniqueItems: true,
        },
      },
      required: ['days'],
    },
    steps: [
      ['Days', '+wed'],
      ['Days', '+mon'],
    ],
    sent: { days: ['mon', 'wed'] },
  },
  {
    name: 'choices, none of them chosen',
    schema: {
      properties: {
        days: {
          type: 'array',
          title: 'Days',
          items: { type: 'string', enum: ['mon', 'tue', 'wed'] },
          uniqueItems: true,
        },
      },
      required: ['days'],
    },
    steps: [],
    sent: { days: [] },
  },
  {
    name: 'choices by const, with titles',
    schema: {
      properties: {
        days: {
          type: 'array',
          title: 'Days',
          items: {
            oneOf: [
              { const: 1, title: 'Monday' },
              { const: 2, title: 'Tuesday' },
            ],
          },
          uniqueItems: true,
          minItems: 1,
        },
      },
    },
    steps: [['Days', '+Tuesday']],
    sent: { days: [2] },
  },
  {
    name: 'choices that may repeat',
    schema: {
      properties: {
        days: {
          type: 'array',
          title: 'Days',
          items: { type: 'string', title: 'Day', enum: ['mon', 'tue'] },
          minItems: 2,
        },
      },
    },
    steps: [
      ['Day 1', 'tue'],
      ['Day 2', 'tue'],
    ],
    sent: { days: ['tue', 'tue'] },
  },
  {
    name: 'lists in lists',
    schema: {
      properties: {
        jobs: {
          type: 'array',
          title: 'Jobs',
          minItems: 1,
          items: {
            type: 'object',
            title: 'Job',
            properties: {
              firm: text('Firm'),
              tasks: { type: 'array', title: 'Tasks', items: text('Task') },
            },
          },
        },
      },
    },
    steps: [
      ['Firm', 'Mill'],
      'Agregar Task',
      ['Task 1', 'bake'],
      'Agregar Task',
      ['Task 2', 'sell'],
      'Agregar Job',
      ['Firm#2', 'Shop'],
    ],
    sent: { jobs: [{ firm: 'Mill', tasks: ['bake', 'sell'] }, { firm: 'Shop' }] },
  },
  {
    name: 'a tuple of draft-07',
    schema: {
      properties: {
        pair: {
          type: 'array',
          title: 'Pair',
          items: [text('Left'), { type: 'integer', title: 'Right' }],
          additionalItems: false,
        },
      },
    },
    steps: [
      ['Left', 'a'],
      ['Right', '2'],
    ],
    sent: { pair: ['a', 2] },
  },
  {
    name: 'a tuple of 2020-12',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: {
        pair: {
          type: 'array',
          title: 'Pair',
          prefixItems: [text('Left'), { type: 'integer', title: 'Right' }],
          items: false,
        },
      },
    },
    steps: [
      ['Left', 'a'],
      ['Right', '2'],
    ],
    sent: { pair: ['a', 2] },
  },
];
