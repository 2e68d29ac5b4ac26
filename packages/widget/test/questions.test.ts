import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allAsked, answersIn, ask as askAll } from '../src/form/questions/answers.ts';
import { Questions } from '../src/form/questions/questions.ts';
import cases from './tables/questions.json' with { type: 'json' };
import { toPointer } from '../src/validation/json.ts';

/** What a form asks (`*` required, `~` silent), its choices, and what it would send. */
function ask(schema: object, values?: object) {
  const questions = new Questions({ type: 'object', ...schema });
  const asked = askAll(questions, values);
  const found = allAsked(asked).slice(1);
  const fields = found.map(({ path, isRequired, node: { isSilent, kind } }) => {
    const isHidden = kind === 'never' ? '!' : '';
    return `${toPointer(path)}${isRequired ? '*' : ''}${isSilent ? '~' : ''}${isHidden}`;
  });
  const choices = allAsked(asked).flatMap(({ node }) =>
    node.choices.map(({ options }) => options.map(({ label }) => label).join('|')),
  );
  return { fields: fields.join(' '), choices, sent: answersIn(asked) };
}

const text = (title: string) => ({ type: 'string', title });
/** Asks for an illness after "yes", by another keyword each. */
const told = { properties: { name: text('Name') }, required: ['name'] };
const onlyIf = { if: { properties: { ill: { const: true } }, required: ['ill'] }, then: told };
const branches = [
  { properties: { ill: { const: false } } },
  { properties: { ill: { const: true }, ...told.properties }, required: ['name'] },
];
const CONDITIONS: Record<string, object> = {
  if: onlyIf,
  allOf: { allOf: [onlyIf] },
  dependencies: { dependencies: { ill: { oneOf: branches } } },
  oneOf: { oneOf: branches },
  'anyOf in allOf': { allOf: [{ anyOf: branches }] },
};

for (const [keyword, condition] of Object.entries(CONDITIONS)) {
  const person = { type: 'object', properties: { ill: { type: 'boolean' } }, ...condition };
  const places: [string, object, (value: unknown) => object][] = [
    ['group', { properties: { at: person } }, (at) => ({ at })],
    ['entry', { properties: { at: { type: 'array', items: person } } }, (at) => ({ at: [at] })],
    [
      'reference',
      { properties: { at: { $ref: '#/definitions/person' } }, definitions: { person } },
      (at) => ({ at }),
    ],
    ['tuple', { properties: { at: { type: 'array', items: [person] } } }, (at) => ({ at: [at] })],
  ];
  for (const [place, schema, around] of places)
    test(`${keyword} in a ${place}: an answer that is not asked any more is not sent`, () => {
      const given = around({ ill: true, name: 'Flu' });
      assert.deepEqual(ask(schema, given).sent, given);
      assert.match(ask(schema, given).fields, /\/name\*/);
      assert.deepEqual(
        ask(schema, around({ ill: false, name: 'Flu' })).sent,
        around({ ill: false }),
      );
    });
}

interface Case {
  name: string;
  schema: object;
  values?: object;
  fields?: string;
  choices?: string[];
  sent?: object;
}

for (const { name, schema, values, ...expected } of cases as Case[])
  test(name, () => {
    const { fields, choices, sent } = { ...ask(schema, values), ...expected };
    assert.deepEqual(ask(schema, values), { fields, choices, sent });
  });

test('properties with numbers for names are those of an object', () => {
  const group = { type: 'object', properties: { 1: text('One'), 2: text('Two') } };
  const questions = new Questions({ type: 'object', properties: { group } });
  assert.deepEqual(askAll(questions, undefined).value, { group: {} });
});

test('an entry of a list whose options include null is answered by the candidate only', () => {
  const answer = {
    oneOf: [
      { enum: [true], title: 'Yes' },
      { enum: [null], title: 'I prefer not to say' },
    ],
  };
  for (const list of [
    { items: [answer], minItems: 1, maxItems: 1 },
    { items: answer, minItems: 1 },
  ]) {
    const questions = new Questions({
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', ...list } },
    });
    const empty = askAll(questions, undefined);
    assert.deepEqual(empty.value, { list: [undefined] });
    assert.deepEqual(answersIn(empty), { list: [undefined] });
    const chosen = askAll(questions, { list: [null] });
    assert.deepEqual(chosen.value, { list: [null] });
    assert.deepEqual(answersIn(chosen), { list: [null] });
  }
});

test('null is an answer of an optional list only where the candidate chooses it', () => {
  const firm = {
    oneOf: [true, null].map((option) => ({ const: option, title: `Firm ${option}` })),
  };
  const list = { type: 'array', items: [firm], minItems: 1, title: 'Firm' };
  const schema = { properties: { firm: list } };
  assert.deepEqual(ask(schema).sent, {});
  assert.deepEqual(ask({ ...schema, required: ['firm'] }).sent, { firm: [undefined] });
  assert.deepEqual(ask(schema, { firm: [null] }).sent, { firm: [null] });
});

test('null is an answer of a nullable question only where the candidate chooses it', () => {
  const gender = {
    type: ['string', 'null'],
    enum: ['f', null],
    enumNames: ['Woman', 'Rather not'],
  };
  const list = { type: 'array', items: gender, minItems: 1 };
  const schema = { properties: { gender, list }, required: ['gender', 'list'] };
  assert.deepEqual(ask(schema).sent, { list: [undefined] });
  const chosen = { gender: null, list: [null] };
  assert.deepEqual(ask(schema, chosen).sent, chosen);
});

test('the data chooses the branch that asks for all of it', () => {
  const branch = (name: string, required: string[]) => ({
    title: name,
    properties: { [name]: text(name), other: text('Other') },
    required,
  });
  for (const required of [[], ['b', 'other']]) {
    const schema = { oneOf: [branch('a', []), branch('b', required)] };
    assert.deepEqual(ask(schema, { b: 'x' }).sent, { b: 'x' });
    assert.deepEqual(ask(schema, { a: 'x' }).sent, { a: 'x' });
  }
});
