import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { FormModel } from '../src/form/form-model.ts';
import type { FormDraft } from '../src/form/form-options.ts';
import { allValueNodes, withoutSilent } from '../src/form/questions/answers.ts';
import { NO_BRANCH } from '../src/form/questions/merge.ts';
import schemas from './tables/model-schemas.json' with { type: 'json' };

const modelOf = (properties: object, rest: object = {}) =>
  new FormModel({
    schema: { type: 'object', properties, ...rest } as unknown as FormSchema,
    onBroken() {},
  });

for (const answer of [true, 0, 'x'])
  test(`an optional group with the answer ${answer} asks for the rest of the group`, () => {
    const properties = { answer: { type: typeof answer }, street: { type: 'string' } };
    const model = modelOf({ group: { type: 'object', properties, required: ['street'] } });
    model.take({ group: { answer } });
    assert.deepEqual(model.check().data, { group: { answer } });
    assert.equal(model.check().violations[0]?.pointer, '/group/street');
  });

for (const isPrefilled of [false, true])
  test(`${isPrefilled ? 'a prefilled value' : 'a default'} in an optional group ${isPrefilled ? 'asks' : 'does not ask'} for the rest of the group`, () => {
    const values = { address: schemas.address.address.default };
    const model = modelOf(schemas.address, isPrefilled ? { 'x-prefilled': ['address'] } : {});
    model.take(values);
    assert.deepEqual(model.check().data, isPrefilled ? values : {});
  });

test('a default that the candidate chose again is an answer, and an emptied field is none', () => {
  const model = modelOf(schemas.work);
  const answer = (name: string, value: unknown) =>
    model.take({ group: { ...(model.values.group as object), [name]: value } }, `/group/${name}`);
  answer('firm', 'Acme');
  answer('firm', undefined);
  assert.deepEqual(model.check().data, {});
  answer('works', true);
  answer('works', false);
  assert.deepEqual(model.check().data, { group: { works: false } });
});

test('a draft remembers that the candidate chose a default, and forgets that after a reset', () => {
  const model = modelOf(schemas.work);
  for (const works of [true, false]) model.take({ group: { works } }, '/group/works');
  const reopened = modelOf(schemas.work);
  reopened.restore(JSON.parse(JSON.stringify(model.draft)) as FormDraft);
  assert.deepEqual(reopened.check().data, { group: { works: false } });
  reopened.forgetChoices();
  reopened.take(model.values);
  assert.deepEqual(reopened.check().data, {});
});

test('a branch with constants applies only once the candidate has chosen it, and no longer when they withdraw', () => {
  const { job } = schemas;
  const model = modelOf({ job, optional: job }, { required: ['job'] });
  const violations = () =>
    model.check().violations.map((each) => `${each.pointer} ${each.keyword}`);
  assert.deepEqual(violations(), ['/job required']);
  assert.deepEqual(model.check().data, { job: { country: 'PE' } });
  const [choice] = model.valueNodeAt('/job')?.node.choices ?? [];
  const choose = (index: number) => {
    model.questions.choose('/job', choice?.key ?? [], index);
    model.take(withoutSilent(model.asked, '/job'), '/job');
  };
  choose(1);
  assert.deepEqual(model.check(), {
    data: { job: { country: 'PE', kind: 'retired' } },
    violations: [],
  });
  choose(NO_BRANCH);
  assert.deepEqual(violations(), ['/job required']);
  assert.deepEqual(model.check().data, { job: { country: 'PE' } });
});

test('branches that only require are alternatives, whether or not they repeat the type', () => {
  for (const type of [{}, { type: 'object' }]) {
    const oneOf = ['a', 'b'].map((name) => ({ ...type, required: [name] }));
    const model = modelOf({ a: { type: 'string' }, b: { type: 'string' } }, { oneOf });
    const [violation] = model.check().violations;
    assert.deepEqual(violation?.params['alternatives'], oneOf);
  }
});

for (const keyword of ['oneOf', 'anyOf'])
  test(`${keyword}: what the chosen branch demands counts, although the values fit another branch`, () => {
    const branches = schemas.payments;
    const payment = { type: 'object', [keyword]: branches };
    const model = modelOf({ list: { type: 'array', items: payment } });
    model.take({ list: [{ amount: 5000 }] });
    assert.deepEqual(model.check().violations, []);
    model.questions.choose('/list/0', branches, 1);
    model.take(model.values, '/list/0');
    const violations = model.check().violations.map((each) => `${each.pointer} ${each.keyword}`);
    assert.deepEqual(violations.sort(), ['/list/0/account required', '/list/0/amount maximum']);
  });

test('fields of one object with the same title are told apart by their names', () => {
  const model = modelOf(schemas.titles);
  const titles = allValueNodes(model.asked).map(({ node }) => node.schema.title);
  assert.deepEqual(titles.slice(1), [
    'Identifier – Profile id',
    'Identifier',
    'Group – Other',
    'Identifier',
    'Group – More',
    'Identifier',
  ]);
});

test('a question that chooses a branch is missing where no branch applies', () => {
  const oneOf = schemas.countries;
  const { violations } = modelOf({ street: { type: 'string' } }, { oneOf }).check();
  assert.deepEqual(
    violations.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
    ['/country required'],
  );
});

test('an entry that is a choice of constants keeps its place when another one is chosen', () => {
  const anyOf = [
    { const: 'a', title: 'A' },
    { const: 'b', title: 'B' },
    { title: 'Other', type: 'object', properties: { c: { type: 'string' } } },
  ];
  const model = modelOf({ list: { type: 'array', items: { anyOf } } });
  model.take({ list: [undefined] });
  for (const index of [0, 1]) {
    model.questions.choose('/list/0', anyOf, index);
    model.take(withoutSilent(model.asked, '/list/0'), '/list/0');
  }
  assert.deepEqual(model.check().data, { list: ['b'] });
});

test('an empty nullable choice is null, whatever its branches demand', () => {
  const branches = ['A', 'B'].map((title) => ({ title, type: 'object', required: ['a'] }));
  const model = modelOf({ x: { anyOf: [...branches, { type: 'null' }] } }, { required: ['x'] });
  assert.deepEqual(model.check(), { data: { x: null }, violations: [] });
});

test('a union that fails asks for its own choice only', () => {
  const branchesOf = (name: string) =>
    ['x', 'y'].map((value) => ({ properties: { [name]: { enum: [value] } } }));
  const model = modelOf(
    {},
    {
      allOf: [
        { anyOf: branchesOf('a') },
        { oneOf: branchesOf('b').map((each) => ({ ...each, required: ['b'] })) },
      ],
    },
  );
  const violations = model.check().violations.map((each) => `${each.pointer} ${each.keyword}`);
  assert.deepEqual(violations, ['/b required']);
});

test('a condition that empties a required list, or a nullable choice, leaves nothing to do', () => {
  const properties = {
    has: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { enum: ['s', 'm', null] },
  };
  const model = modelOf(properties, {
    required: ['tags', 'size'],
    if: { properties: { has: { const: false } }, required: ['has'] },
    then: { properties: { tags: { maxItems: 0 }, size: { const: null } } },
  });
  model.take({ has: false, tags: ['x'], size: 's' });
  assert.deepEqual(model.check(), { data: { has: false, tags: [], size: null }, violations: [] });
});

test('a long text in a choice of branches is compared as a whole', () => {
  const upload = { title: 'Upload', type: 'string', format: 'data-url' };
  const link = { title: 'Link', type: 'string', format: 'uri' };
  const model = modelOf({ cv: { oneOf: [upload, link] } });
  const startedAt = performance.now();
  model.take({ cv: `data:,${'x'.repeat(1_000_000)}` });
  assert.ok(performance.now() - startedAt < 10_000);
  assert.equal(typeof model.values['cv'], 'string');
});

test('the default of a list entry does not come back once the candidate has emptied it', () => {
  const items = { type: 'string', default: 'Acme' };
  for (const list of [
    { type: 'array', items, minItems: 1 },
    { type: 'array', items: [items], minItems: 1 },
  ]) {
    const model = modelOf({ list }, { required: ['list'] });
    assert.deepEqual(model.values, { list: ['Acme'] });
    model.take({ list: [undefined] }, '/list/0');
    assert.deepEqual(
      model.check().violations.map(({ pointer, keyword }) => `${pointer} ${keyword}`),
      ['/list/0 required'],
    );
    const reopened = modelOf({ list }, { required: ['list'] });
    reopened.restore(JSON.parse(JSON.stringify(model.draft)) as FormDraft);
    assert.deepEqual(reopened.values, { list: [null] });
    model.take({ list: [null, undefined] }, '/list');
    assert.deepEqual(model.valueAt('/list/0'), null);
  }
});
