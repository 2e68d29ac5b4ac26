import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allAsked, answersIn, ask as askAll } from '../src/form/questions/answers.ts';
import { Questions } from '../src/form/questions/questions.ts';
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
const isTrue = (name: string) => ({
  properties: { [name]: { const: true } },
  required: [name],
});

/** Asks for an illness after "yes", by another keyword each. */
const CONDITIONS: Record<string, object> = {
  if: { if: isTrue('ill'), then: { properties: { name: text('Name') }, required: ['name'] } },
  allOf: {
    allOf: [
      { if: isTrue('ill'), then: { properties: { name: text('Name') }, required: ['name'] } },
    ],
  },
  dependencies: {
    dependencies: {
      ill: {
        oneOf: [
          { properties: { ill: { const: false } } },
          { properties: { ill: { const: true }, name: text('Name') }, required: ['name'] },
        ],
      },
    },
  },
  oneOf: {
    oneOf: [
      { properties: { ill: { const: false } } },
      { properties: { ill: { const: true }, name: text('Name') }, required: ['name'] },
    ],
  },
  'anyOf in allOf': {
    allOf: [
      {
        anyOf: [
          { properties: { ill: { const: false } } },
          { properties: { ill: { const: true }, name: text('Name') }, required: ['name'] },
        ],
      },
    ],
  },
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

test('a condition that depends on a withdrawn answer does not hold', () => {
  const schema = {
    properties: { a: { type: 'boolean' } },
    if: isTrue('a'),
    then: { properties: { b: { type: 'boolean' } } },
    allOf: [{ if: isTrue('b'), then: { properties: { c: text('C') } } }],
  };
  assert.deepEqual(ask(schema, { a: false, b: true, c: 'x' }).sent, { a: false });
});

test('opening a form answers nothing but silent constants and defaults', () => {
  const properties = {
    yes: { type: 'boolean', const: true },
    no: { type: 'boolean', const: false, title: 'No?' },
    declared: { const: 'acknowledged', title: 'I have read it' },
    version: { const: 2 },
    fixed: { const: 'x', title: 'Fixed', readOnly: true },
    chosen: { type: 'string', enum: ['only'] },
    preset: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }], default: 'b' },
    consent: { type: 'boolean', enum: [true], default: true },
  };
  assert.deepEqual(ask({ properties }).sent, { version: 2, fixed: 'x', preset: 'b' });
});

test('an empty default is no answer to an optional question', () => {
  const properties = {
    a: { type: 'string', format: 'email', default: '' },
    b: { enum: ['x'], default: '' },
    c: { type: 'integer', minimum: 1, default: '' },
  };
  assert.deepEqual(ask({ properties }).sent, {});
});

test('null is sent for an empty required field, or where the candidate chooses it', () => {
  const titled = {
    oneOf: [
      { const: 'f', title: 'F' },
      { const: null, title: 'Not saying' },
    ],
  };
  const schema = {
    properties: { a: { type: ['string', 'null'] }, b: titled, c: { not: { type: 'object' } } },
    required: ['a', 'b', 'c'],
  };
  assert.deepEqual(ask(schema).sent, { a: null });
  assert.deepEqual(ask(schema, { b: null }).sent, { a: null, b: null });
});

test('a name that must be given is asked, whoever defines it', () => {
  const required = { required: ['z'] };
  assert.equal(ask({ properties: { a: text('A') }, ...required }).fields, '/a /z*');
  const depending = { properties: { a: text('A') }, dependencies: { a: ['z'] } };
  assert.equal(ask(depending, { a: 'x' }).fields, '/a /z*');
  const untyped = { if: isTrue('a'), then: { properties: { z: {} }, ...required } };
  assert.equal(ask({ properties: { a: text('A') }, ...untyped }).fields, '/a');
});

test('a choice is named by title, else by constants, else by fields', () => {
  const branch = (country: string, field: object) => ({
    properties: { country: { const: country }, ...field },
  });
  const other = { properties: { country: { not: { enum: ['CA', 'US'] } }, town: text('Town') } };
  const oneOf = [
    { ...branch('CA', {}), title: 'Canada' },
    branch('US', { zip: text('Zip') }),
    other,
  ];
  const home = { type: 'object', properties: { street: text('Street') }, oneOf };
  const { choices, fields, sent } = ask({ properties: { home } });
  assert.deepEqual(choices, ['Canada|US|Town']);
  assert.equal(fields, '/home /home/street /home/country~');
  assert.deepEqual(sent, {}, 'an optional group without an answer');
});

test('a yes or no that tells branches apart is a question, once', () => {
  const oneOf = [
    { properties: { had: { const: false } } },
    { properties: { had: { const: true }, when: text('When') }, required: ['when'] },
  ];
  assert.deepEqual(ask({ oneOf }), { fields: '/had*', choices: [], sent: {} });
  assert.equal(ask({ oneOf }, { had: true }).fields, '/had* /when*');
});

test('rules without fields of their own offer no choice', () => {
  const properties = { a: text('A'), b: text('B') };
  const groups = ['a', 'b'].map((name) => ({ title: name, required: [name] }));
  const rules = [{ properties: { a: { minLength: 2 } } }, { properties: { b: { maxLength: 2 } } }];
  for (const anyOf of [groups, rules])
    assert.deepEqual(ask({ properties, anyOf }, { b: 'x' }), {
      fields: '/a /b',
      choices: [],
      sent: { b: 'x' },
    });
});

test('fields stay, whatever a part of allOf says about others', () => {
  const allOf = [
    { properties: { a: text('A') }, additionalProperties: true },
    { properties: { b: text('B') }, additionalProperties: { type: 'string' } },
  ];
  assert.equal(ask({ allOf }, { a: 'x', b: 'y' }).fields, '/a /b');
});

test('properties with numbers for names are those of an object', () => {
  const group = { type: 'object', properties: { 1: text('One'), 2: text('Two') } };
  const questions = new Questions({ type: 'object', properties: { group } });
  assert.deepEqual(askAll(questions, undefined).value, { group: {} });
});

test('a schema that repeats itself ends', () => {
  const person = {
    type: 'object',
    properties: {
      name: text('Name'),
      boss: { $ref: '#/$defs/person' },
      children: { type: 'array', items: { $ref: '#/$defs/person' } },
    },
  };
  const schema = { $ref: '#/$defs/person', $defs: { person } };
  assert.equal(ask(schema).fields, '/name /boss! /children');
  assert.match(ask(schema, { children: [{}] }).fields, /\/children\/0\/name/);
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
