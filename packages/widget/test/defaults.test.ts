import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { FormModel } from '../src/form/model/form-model.ts';

const modelOf = (field: object, rest: object = {}) =>
  new FormModel({
    schema: { type: 'object', properties: { a: field }, ...rest } as unknown as FormSchema,
    country: 'PE',
    onBroken: (cause) => assert.fail(String(cause)),
  });

const text = <More extends object>(more: More) => ({ type: 'string', ...more });

/** Fields with defaults that they refuse; the second of each can be shown. */
const REFUSED: [field: object, isShown: boolean][] = [
  ...['9:30', '24:00', 'tomorrow', '23:60:00Z'].map((value): [object, boolean] => [
    text({ format: 'time', default: value }),
    false,
  ]),
  ...['2026-01-05 10:00', '2026-02-30T10:00:00Z', '2026-01-05', '5/1/2026 10:00'].map(
    (value): [object, boolean] => [text({ format: 'date-time', default: value }), false],
  ),
  [text({ format: 'date', default: '5/1/2026' }), true],
  [text({ format: 'date', default: '2026-02-30' }), true],
  [text({ format: 'email', default: 'ana.example.com' }), true],
  [text({ format: 'uri', default: 'example' }), true],
  [text({ format: 'uuid', default: '123' }), true],
  [text({ pattern: '^[a-z]+$', default: 'a-7' }), true],
  [text({ minLength: 3, default: 'ab' }), true],
  [text({ maxLength: 3, default: 'abcd' }), true],
  [{ type: 'integer', default: 1.5 }, true],
  [{ type: 'integer', default: 'many' }, true],
  [{ type: 'number', minimum: 3, default: 2 }, true],
  [text({ enum: ['x', 'y'], default: 'z' }), false],
  [text({ format: 'tel', pattern: '^\\+51\\d{9}$', default: '+44 20 7946 0958' }), true],
  [text({ format: 'tel', pattern: '^\\+51\\d{9}$', default: '12 34' }), true],
  [text({ format: 'tel', maxLength: 9, default: '+51 987 654 321 000' }), true],
  ...[{ maxItems: 1 }, { minItems: 3 }].map((limit): [object, boolean] => [
    {
      type: 'array',
      uniqueItems: true,
      items: { enum: ['x', 'y', 'z'] },
      default: ['x', 'y'],
      ...limit,
    },
    true,
  ]),
  [text({ format: 'data-url', default: 'data:image/png;base64,!' }), true],
];

for (const [field, isShown] of REFUSED) {
  const name = JSON.stringify(field);

  test(`a default that an optional field refuses is no answer: ${name}`, () => {
    const model = modelOf(field);
    assert.deepEqual(model.values, {});
    assert.deepEqual(model.check(), { data: {}, violations: [] });
  });

  test(`a required field shows its default and what is wrong with it, or nothing: ${name}`, () => {
    const model = modelOf(field, { required: ['a'] });
    assert.equal('a' in model.values, isShown);
    const [violation, ...others] = model.check().violations;
    assert.deepEqual([violation?.pointer, others], ['/a', []]);
    assert.equal(violation?.keyword === 'required', !isShown);
  });

  test(`a prefilled value that an optional field refuses is shown, if it can be: ${name}`, () => {
    const model = modelOf(field, { 'x-prefilled': ['a'] });
    assert.equal('a' in model.values, isShown);
    assert.equal(model.check().violations.length, isShown ? 1 : 0);
    assert.equal(model.arrangement.folded.has('a'), false);
  });
}

test('a default that its input brings into the form that the schema accepts stays', () => {
  for (const field of [
    text({ pattern: '^\\d{11}$', default: '529.982.247-25' }),
    text({ format: 'tel', pattern: '^\\+51\\d{9}$', default: '987 654 321' }),
    text({ format: 'tel', pattern: '^\\d{9}$', default: '+51 987 654 321' }),
    text({ format: 'tel', pattern: '^\\+51\\d{8}$', default: '(01) 234-5678' }),
    text({ format: 'tel', pattern: '^\\+44\\d{10}$', default: '0044 20 7946 0958' }),
    text({ format: 'uri', default: 'https://example.com/añadir' }),
    text({ format: 'time', default: '09:30' }),
    text({ format: 'date-time', default: '2026-01-05T10:00' }),
    { type: 'number', default: '5' },
  ])
    assert.deepEqual(modelOf(field).values, { a: field.default });
});

test('a default with another valid spelling of a time is shown and sent as it is', () => {
  for (const field of [
    text({ format: 'time', default: '09:30:00-05:00' }),
    text({ format: 'date-time', default: '2026-01-05 10:00:00Z' }),
  ])
    assert.deepEqual(modelOf(field).check(), { data: { a: field.default }, violations: [] });
});
