import type { Shape } from './shape.ts';

const text = (title: string) => ({ type: 'string', title });
const job = { type: 'string', title: 'Job', enum: ['yes', 'no'] };
const firm = { properties: { firm: text('Firm') }, required: ['firm'] };
const since = { properties: { since: text('Since') } };
const isYes = { properties: { job: { const: 'yes' } }, required: ['job'] };

/** Fields that depend on others. */
export const CONDITIONS: readonly Shape[] = [
  {
    name: 'if and then',
    schema: { properties: { job }, required: ['job'], if: isYes, then: firm, else: since },
    steps: [
      ['Job', 'Sí'],
      ['Firm', 'Mill'],
    ],
    sent: { job: 'yes', firm: 'Mill' },
  },
  {
    name: 'else; the input of the then branch is not sent',
    schema: {
      properties: { job },
      required: ['job'],
      if: isYes,
      then: firm,
      else: since,
    },
    steps: [
      ['Job', 'Sí'],
      ['Firm', 'Mill'],
      ['Job', 'No'],
      ['Since', 'May'],
    ],
    sent: { job: 'no', since: 'May' },
  },
  {
    name: 'if and then within allOf',
    schema: { properties: { job }, allOf: [{ if: isYes, then: firm }] },
    steps: [
      ['Job', 'Sí'],
      ['Firm', 'Mill'],
    ],
    sent: { job: 'yes', firm: 'Mill' },
  },
  {
    name: 'dependencies with a schema',
    schema: { properties: { card: text('Card') }, dependencies: { card: firm } },
    steps: [
      ['Card', '12'],
      ['Firm', 'Mill'],
    ],
    sent: { card: '12', firm: 'Mill' },
  },
  {
    name: 'dependencies with names',
    schema: {
      properties: { card: text('Card'), bank: text('Bank') },
      dependencies: { card: ['bank'] },
    },
    steps: [
      ['Card', '12'],
      ['Bank', 'B'],
    ],
    sent: { card: '12', bank: 'B' },
  },
  {
    name: 'dependentRequired and dependentSchemas',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { card: text('Card'), bank: text('Bank') },
      dependentRequired: { card: ['bank'] },
      dependentSchemas: { bank: since },
    },
    steps: [
      ['Card', '12'],
      ['Bank', 'B'],
      ['Since', 'May'],
    ],
    sent: { card: '12', bank: 'B', since: 'May' },
  },
  {
    name: 'dependencies with a branch for each value',
    schema: {
      properties: { job },
      dependencies: {
        job: {
          oneOf: [
            { properties: { job: { enum: ['no'] } } },
            { properties: { job: { enum: ['yes'] }, ...firm.properties }, required: ['firm'] },
          ],
        },
      },
    },
    steps: [
      ['Job', 'Sí'],
      ['Firm', 'Mill'],
      ['Job', 'No'],
      ['Job', 'Sí'],
      ['Firm', 'Shop'],
    ],
    sent: { job: 'yes', firm: 'Shop' },
  },
];
