import type { Shape } from './shape.ts';

const text = (title: string) => ({ type: 'string', title });
const yesOrNo = (title: string) => ({ type: 'boolean', title });
const number = { properties: { number: text('Number') }, required: ['number'] };
const has = (value: boolean) => ({ properties: { has: { const: value } } });
const licence = [
  has(false),
  { ...has(true), ...number, properties: { ...has(true).properties, ...number.properties } },
];
const street = { street: text('Street'), city: text('City') };

/** Shapes of published forms that a form once got wrong: VA.gov, UK CICA, Remote.com, json-editor. */
export const REAL_FORMS: readonly Shape[] = [
  {
    name: 'a withdrawn answer in a group, whose value the schema forbids then',
    schema: {
      properties: {
        health: {
          type: 'object',
          title: 'Health',
          properties: { ill: yesOrNo('Ill') },
          if: { properties: { ill: { const: true } }, required: ['ill'] },
          then: { properties: { what: text('What') }, required: ['what'] },
          else: { not: { required: ['what'] } },
        },
      },
      required: ['health'],
    },
    steps: [
      ['Ill', 'Sí'],
      ['What', 'Flu'],
      ['Ill', 'No'],
    ],
    sent: { health: { ill: false } },
  },
  {
    name: 'a withdrawn answer in the second entry of a list',
    schema: {
      properties: {
        people: {
          type: 'array',
          title: 'Person',
          minItems: 2,
          items: {
            type: 'object',
            properties: { kind: { type: 'string', title: 'Kind', enum: ['a', 'b'] } },
            additionalProperties: false,
            dependencies: {
              kind: {
                oneOf: [
                  { properties: { kind: { enum: ['a'] } } },
                  { properties: { kind: { enum: ['b'] }, more: text('More') } },
                ],
              },
            },
          },
        },
      },
    },
    steps: [
      ['Kind', 'a'],
      ['Kind#2', 'b'],
      ['Kind#2', 'a'],
    ],
    sent: { people: [{ kind: 'a' }, { kind: 'a' }] },
  },
  {
    name: 'a yes or no chooses the branch, and answers nothing by itself',
    schema: {
      properties: { has: yesOrNo('Licence'), other: text('Other') },
      required: ['has'],
      oneOf: licence,
    },
    steps: [
      ['Licence', 'Sí'],
      ['Number', '12'],
      ['Other', 'x'],
    ],
    sent: { has: true, number: '12', other: 'x' },
  },
  {
    name: 'a yes or no in a part of allOf is asked once',
    schema: {
      properties: { has: yesOrNo('Licence') },
      required: ['has'],
      allOf: [{ anyOf: licence }],
    },
    steps: [
      ['Licence', 'Sí'],
      ['Number', '12'],
    ],
    sent: { has: true, number: '12' },
  },
  {
    name: 'required fields that only say what they are not, and without a type after a condition',
    schema: {
      properties: { a: { title: 'Alpha', not: { type: 'object' } }, b: yesOrNo('Beta') },
      required: ['a'],
      if: { properties: { b: { const: true } }, required: ['b'] },
      then: { properties: { c: { title: 'Gamma' } }, required: ['c'] },
    },
    steps: [
      ['Alpha', 'x'],
      ['Beta', 'Sí'],
      ['Gamma', 'y'],
    ],
    sent: { a: 'x', b: true, c: 'y' },
  },
  {
    name: 'fields of a part of allOf with other names stay once they are filled in',
    schema: {
      allOf: [
        { properties: { a: text('Alpha') }, additionalProperties: true },
        { properties: { b: text('Beta') }, additionalProperties: { type: 'string' } },
      ],
    },
    steps: [
      ['Alpha', 'x'],
      ['Beta', 'y'],
      ['Alpha', 'z'],
    ],
    sent: { a: 'z', b: 'y' },
  },
  {
    name: 'a row of a tuple with dependencies',
    schema: {
      properties: {
        rows: {
          type: 'array',
          title: 'Rows',
          items: [
            {
              type: 'object',
              title: 'First',
              properties: { a: text('Alpha') },
              dependencies: { a: { properties: { b: text('Beta') } } },
            },
          ],
        },
      },
    },
    steps: [
      ['Alpha', 'x'],
      ['Beta', 'y'],
      ['Alpha', 'z'],
    ],
    sent: { rows: [{ a: 'z', b: 'y' }] },
  },
  {
    name: 'empty defaults of optional fields',
    schema: {
      properties: {
        a: { ...text('Alpha'), format: 'email', default: '' },
        b: { title: 'Beta', enum: ['x', 'y'], default: '' },
        c: { type: 'integer', title: 'Gamma', minimum: 1, default: '' },
        d: text('Delta'),
      },
    },
    steps: [['Delta', 'x']],
    sent: { d: 'x' },
  },
  {
    name: 'an optional group with numbers for names',
    schema: {
      properties: {
        group: { type: 'object', title: 'Group', properties: { 1: text('One'), 2: text('Two') } },
      },
    },
    steps: [['Two', 'x']],
    sent: { group: { 2: 'x' } },
  },
  {
    name: 'titled alternatives of what is required',
    schema: {
      properties: { a: text('Alpha'), b: text('Beta') },
      anyOf: [
        { title: 'First', required: ['a'] },
        { title: 'Second', required: ['b'] },
      ],
    },
    steps: [['Beta', 'x']],
    sent: { b: 'x' },
  },
  {
    name: 'two addresses with branches keep their headings, and country constants name the choices',
    schema: {
      properties: Object.fromEntries(
        ['Home', 'Work'].map((title) => [
          title.toLowerCase(),
          {
            type: 'object',
            title,
            properties: street,
            oneOf: [
              { properties: { country: { const: 'CAN' }, code: text(`${title} postcode`) } },
              { properties: { country: { const: 'USA' }, zip: text(`${title} zip`) } },
              {
                properties: { country: { not: { enum: ['CAN', 'USA'] } }, area: text('Area') },
                required: ['area'],
              },
            ],
          },
        ]),
      ),
    },
    headings: ['Home', 'Work'],
    steps: [
      ['Street#2', 'Main'],
      ['Elige una opción#2', 'USA'],
      ['Work zip', '1'],
      ['Elige una opción', 'Area'],
      ['Country', 'PER'],
      ['Area', 'x'],
    ],
    sent: {
      home: { country: 'PER', area: 'x' },
      work: { street: 'Main', country: 'USA', zip: '1' },
    },
  },
  {
    name: 'a heading does not become the answer',
    schema: {
      properties: {
        licence: {
          type: 'object',
          title: 'Driving licence',
          properties: { has: yesOrNo('Do you have one?') },
          dependencies: {
            has: {
              oneOf: licence.map((branch, index) => ({ title: index ? 'Yes' : 'No', ...branch })),
            },
          },
        },
      },
    },
    headings: ['Driving licence'],
    steps: [
      ['Do you have one?', 'Sí'],
      ['Number', '12'],
    ],
    sent: { licence: { has: true, number: '12' } },
  },
  {
    name: 'a dependency that names a field without a definition',
    schema: { properties: { a: text('Alpha') }, dependencies: { a: ['more_about_it'] } },
    steps: [
      ['Alpha', 'x'],
      ['More about it', 'y'],
    ],
    sent: { a: 'x', more_about_it: 'y' },
  },
  {
    name: 'null is an option',
    schema: {
      properties: {
        sex: {
          title: 'Sex',
          oneOf: [
            { const: 'f', title: 'Female' },
            { const: null, title: 'I prefer not to say' },
          ],
        },
        more: {
          title: 'More',
          anyOf: [
            { type: 'object', title: 'Some', properties: { what: text('What') } },
            { type: 'null', title: 'None' },
          ],
        },
      },
      required: ['sex', 'more'],
    },
    steps: [
      ['Sex', 'I prefer not to say'],
      ['More', 'None'],
    ],
    sent: { sex: null, more: null },
  },
  {
    name: 'a condition on an answer that was withdrawn',
    schema: {
      properties: { a: yesOrNo('Alpha') },
      allOf: [
        {
          if: { properties: { a: { const: true } }, required: ['a'] },
          then: { properties: { b: yesOrNo('Beta') }, required: ['b'] },
        },
        {
          if: { properties: { b: { const: true } }, required: ['b'] },
          then: { properties: { c: text('Gamma') }, required: ['c'] },
        },
      ],
    },
    steps: [
      ['Alpha', 'Sí'],
      ['Beta', 'Sí'],
      ['Gamma', 'x'],
      ['Alpha', 'No'],
    ],
    sent: { a: false },
  },
];
