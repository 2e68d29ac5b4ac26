import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { UI_KEYS, UI_OPTIONS, UI_WIDGETS, type UiSchema } from 'precandidate-contract';
import { createRenderingPool } from '../../packages/proxy/src/bootstrap/rendered-forms.ts';
import { checkUiSchema } from '../../packages/proxy/src/validation/check-ui-schema.ts';
import { sanitizeSchema } from '../../packages/proxy/src/sanitizer/sanitize-schema.ts';

const PERSON = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    born: { type: 'string', format: 'date' },
    constructor: { type: 'string' },
  },
  required: ['name'],
};

/** A form with something of everything, and references that look like a cycle to who follows names. */
const FORM = sanitizeSchema({
  type: 'object',
  $defs: { person: PERSON, self: { allOf: [{ $ref: '#/$defs/person' }] } },
  properties: {
    name: { type: 'string', maxLength: 500 },
    license: { type: 'boolean' },
    agree: { type: 'boolean', const: true },
    shift: { enum: ['day', 'night'] },
    skills: { type: 'array', uniqueItems: true, items: { enum: ['js', 'sql'] } },
    photo: { type: 'string', format: 'data-url' },
    years: { type: 'integer' },
    self: { $ref: '#/$defs/self' },
    referees: { type: 'array', minItems: 1, items: { $ref: '#/$defs/self' } },
    pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
  },
  required: ['name', 'license', 'shift'],
  if: { properties: { license: { const: true } }, required: ['license'] },
  then: { properties: { plate: { type: 'string' } }, required: ['plate'] },
});

const NAMES = [
  'name',
  'born',
  'license',
  'agree',
  'shift',
  'skills',
  'photo',
  'years',
  'self',
].concat(['referees', 'pair', 'plate', 'items', 'additionalItems', 'constructor']);
const KNOWN = new Set(['title', 'fields', 'true', 'false', 'day', 'night', 'js', 'sql']);
for (const key of [...NAMES, ...Object.keys(UI_KEYS), ...Object.keys(UI_OPTIONS)]) KNOWN.add(key);
const POISON = ['__proto__', 'prototype', 'toString', 'hasOwnProperty', 'length', '', 'a/b~c', '*'];
const keys = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(UI_KEYS), ...Object.keys(UI_OPTIONS)) },
  fc.constantFrom(...POISON, 'ui:field', 'ui:submitButtonOptions', 'ui:classNames', 'ui:'),
  fc.string({ maxLength: 12 }),
);
const MARKUP = ['<img src=x onerror=alert(1)>', '<b>x</b>', '{{x}}', '[x](javascript:alert(1))'];
const texts = fc.oneof(
  fc.constantFrom(
    ...MARKUP,
    ...Object.keys(UI_WIDGETS),
    ...NAMES,
    ...POISON,
    'hidden',
    'off',
    'tel',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 490, max: 2_100 }).map((length) => 'x'.repeat(length)),
);

/** Random `ui_schema`s, most of which know the words. */
const hostile = fc.letrec((tie) => ({
  object: fc.array(fc.tuple(keys, tie('any')), { maxLength: 6 }).map(ownEntries),
  any: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    texts,
    fc.constantFrom(null, true, false, 0, -1, 3, 51, 1e21, 0.5),
    fc.array(texts, { maxLength: 4 }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.record({ title: texts, fields: fc.array(texts, { maxLength: 3 }) }),
    tie('object'),
    tie('object'),
  ),
})).object as fc.Arbitrary<Record<string, unknown>>;

const some = <Keys extends object>(model: { [Key in keyof Keys]: fc.Arbitrary<Keys[Key]> }) =>
  fc.record(model, { requiredKeys: [] });
const label = fc.constantFrom(...MARKUP, 'A', 'A label that is longer', '名前', '\u202ex');
const TEXTS = { 'ui:title': label, 'ui:description': label, 'ui:help': label };
const PLACES = ['name', 'license', 'agree', 'shift', 'skills', 'photo', 'years', 'self'].concat([
  'referees',
  'pair',
  'plate',
]);
const inline = some({ inline: fc.boolean() });
const choice = { ...TEXTS, 'ui:widget': fc.constantFrom('radio', 'select'), 'ui:options': inline };
const two = fc.tuple(label, label);
const person = {
  ...TEXTS,
  name: some({ ...TEXTS, 'ui:autocomplete': fc.constantFrom('off', 'tel', 'work email') }),
  born: some({ ...TEXTS, 'ui:widget': fc.constant('date') }),
};
const steps = fc.oneof(
  fc.constant(true as const),
  fc.shuffledSubarray(PLACES, { minLength: 2 }).chain((fields) =>
    fc.integer({ min: 1, max: fields.length - 1 }).map((at) => [
      { title: 'First', fields: fields.slice(0, at) },
      { title: 'Second', fields: fields.slice(at) },
    ]),
  ),
);

/** Random `ui_schema`s that fit the form. */
const fitting = some({
  'ui:title': label,
  'ui:description': label,
  'ui:order': fc.shuffledSubarray([...PLACES, '*']),
  'ui:options': some({ steps }),
  name: some({
    ...TEXTS,
    'ui:placeholder': label,
    'ui:widget': fc.constantFrom('text', 'textarea', 'password', 'email', 'uri'),
    'ui:options': some({ rows: fc.integer({ min: 1, max: 50 }) }),
  }),
  license: some({ ...choice, 'ui:enumNames': two }),
  agree: some({ ...TEXTS, 'ui:widget': fc.constant('checkbox') }),
  shift: some({ ...choice, 'ui:enumNames': two }),
  skills: some({
    ...TEXTS,
    'ui:widget': fc.constantFrom('checkboxes', 'select'),
    'ui:enumNames': two,
  }),
  years: some({ ...TEXTS, 'ui:placeholder': label }),
  self: some({ ...person, 'ui:order': fc.shuffledSubarray(['name', 'born', '*']) }),
  referees: some({ ...TEXTS, items: some(person) }),
  pair: some({ items: fc.tuple(some(TEXTS), some(TEXTS)) }),
  plate: some(TEXTS),
});

/** Also `__proto__` becomes a member, as `JSON.parse` makes it one. */
function ownEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** What a `ui_schema` may still have once it was checked; a reviver of JSON. */
function assertKnown(key: string, value: unknown): void {
  const isIndex = /^\d*$/.test(key);
  assert.ok(isIndex || KNOWN.has(key), key);
  if (key === 'ui:widget') assert.ok(Object.hasOwn(UI_WIDGETS, String(value)), String(value));
}

/** Whether a pointer leads to a value, or to a member that is missing in one. */
function isPlaceIn(document: unknown, pointer: string): boolean {
  const segments = pointer.split('/').slice(1);
  const parents = segments.slice(0, -1);
  const unescaped = (text: string) => text.replaceAll('~1', '/').replaceAll('~0', '~');
  let place = document;
  for (const segment of parents) {
    if (typeof place !== 'object' || place === null) return false;
    if (!Object.hasOwn(place, unescaped(segment))) return false;
    place = (place as Record<string, unknown>)[unescaped(segment)];
  }
  return segments.length === 0 || (typeof place === 'object' && place !== null);
}

const pool = createRenderingPool(60_000);
after(() => pool.close());

const render = (uiSchema?: UiSchema): Promise<string> =>
  pool.run({
    schema: FORM.json,
    uiSchema: uiSchema && JSON.stringify(uiSchema),
    locale: 'en',
    country: null,
  });

const namesIn = (html: string): string[] =>
  [...new Set(html.match(/ name="[^"]+"/g) ?? [])].toSorted();

const RUNS = { seed: 11, numRuns: 3_000 };

test('each part of a random ui_schema is refused with its place, or fits the form', () => {
  const counts = { refused: 0, fitting: 0 };
  const property = fc.property(hostile, (given) => {
    const before = JSON.stringify(given);
    const { errors, uiSchema } = checkUiSchema(FORM.schema, given);
    assert.equal(JSON.stringify(given), before, 'it stays as it is');
    for (const { pointer, detail } of errors) {
      assert.ok(isPlaceIn(given, pointer), pointer);
      assert.ok(detail.length > 5 && detail.length < 500, detail);
      assert.ok(
        MARKUP.every((text) => !detail.includes(text)),
        'it repeats no text',
      );
    }
    if (errors.length === 0) counts.fitting += 1;
    else counts.refused += 1;
    JSON.parse(JSON.stringify(uiSchema), assertKnown);
  });
  fc.assert(property, RUNS);
  assert.ok(counts.refused > 500 && counts.fitting > 50, JSON.stringify(counts));
});

test('a random ui_schema that fits is accepted as a whole', () => {
  const property = fc.property(fitting, (given) =>
    assert.deepEqual(checkUiSchema(FORM.schema, given).errors, []),
  );
  fc.assert(property, { seed: 14, numRuns: 1_000 });
});

test('what is left of it renders the same fields, and none of its markup', async () => {
  const plain = namesIn(await render());
  const property = fc.asyncProperty(fc.oneof(hostile, fitting), async (given) => {
    const { uiSchema } = checkUiSchema(FORM.schema, given);
    const html = await render(uiSchema);
    const names = namesIn(html);
    // A form in steps starts with the first one.
    if (uiSchema['ui:options']?.steps === undefined) assert.deepEqual(names, plain);
    else assert.ok(names.length > 0 && names.every((name) => plain.includes(name)), names.join());
    assert.doesNotMatch(html, /<img|<script|onerror=alert\(1\)>/);
  });
  await fc.assert(property, { seed: 12, numRuns: 400 });
});

test('what is left of it fits again', () => {
  const property = fc.property(hostile, (given) => {
    const { uiSchema } = checkUiSchema(FORM.schema, given);
    const withoutNames = JSON.parse(JSON.stringify(uiSchema), (key, value: unknown) =>
      key === 'ui:enumNames' ? undefined : value,
    ) as UiSchema;
    assert.deepEqual(checkUiSchema(FORM.schema, withoutNames), {
      errors: [],
      uiSchema: withoutNames,
    });
  });
  fc.assert(property, { seed: 13, numRuns: 1_000 });
});

test('64 kB of a ui_schema are checked at once, however they are made', () => {
  const deep = JSON.parse('{"self":'.repeat(99) + '{}' + '}'.repeat(99)) as unknown;
  const wide = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`f${index}`, { 'ui:title': 'x' }]),
  );
  const long = { ['x'.repeat(60_000)]: {} };
  const many = { 'ui:order': Array.from({ length: 9_000 }, () => 'name') };
  for (const given of [deep, wide, long, many]) {
    const { errors } = checkUiSchema(FORM.schema, given);
    assert.ok(errors.length >= 1 && errors.length <= 50);
    assert.ok(JSON.stringify(errors).length < 40_000);
  }
});
