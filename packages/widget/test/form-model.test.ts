import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormData, FormSchema } from 'precandidate-contract';
import type { FormDraft } from '../src/form/model/form-draft.ts';
import { FormModel } from '../src/form/model/form-model.ts';
import { isRendered, withoutSilent } from '../src/form/model/value-nodes.ts';
import { NO_BRANCH } from '../src/form/model/question-node.ts';
import { withValueAt } from '../src/validation/json.ts';
import replaced from './tables/replaced.json' with { type: 'json' };
import schemas from './tables/model-schemas.json' with { type: 'json' };
import counted from './tables/counts.json' with { type: 'json' };
import forms from './tables/model-forms.json' with { type: 'json' };
import returning from './tables/returning-answers.json' with { type: 'json' };

const modelOf = (properties: object, rest: object = {}) =>
  new FormModel({
    schema: { type: 'object', properties, ...rest } as unknown as FormSchema,
    onBroken() {},
  });

const violationsIn = (model: FormModel) =>
  model.check().violations.map(({ pointer, keyword }) => `${pointer} ${keyword}`);

function choose(model: FormModel, pointer: string, index: number): void {
  const [choice] = model.valueNodeAt(pointer)?.node.choices ?? [];
  model.questions.choose(pointer, choice?.key ?? [], index);
  model.take(withoutSilent(model.asked, pointer), pointer);
}

for (const { name, schema, answers, changed, removed, data, violations = [] } of forms)
  test(name, () => {
    const { properties, ...rest } = schema;
    const model = modelOf(properties, rest);
    if (answers) model.take(answers, changed);
    if (removed) {
      model.entries.remove(removed, 0, model.listAt(removed).length);
      model.take({ list: model.listAt(removed).slice(1) }, removed);
    }
    assert.deepEqual(model.check().data, data);
    assert.deepEqual(violationsIn(model), violations);
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
  reopened.restore(JSON.parse(JSON.stringify(model.draft())) as FormDraft);
  assert.deepEqual(reopened.check().data, { group: { works: false } });
  reopened.forgetChoices();
  reopened.take(model.values);
  assert.deepEqual(reopened.check().data, {});
});

test('a branch with constants applies only once the candidate has chosen it, and no longer when they withdraw', () => {
  const { job } = schemas;
  const model = modelOf({ job, optional: job }, { required: ['job'] });
  assert.deepEqual(violationsIn(model), ['/job required']);
  assert.deepEqual(model.check().data, { job: { country: 'PE' } });
  choose(model, '/job', 1);
  const data = { job: { country: 'PE', kind: 'retired' } };
  assert.deepEqual(model.check(), { data, violations: [] });
  choose(model, '/job', NO_BRANCH);
  assert.deepEqual(violationsIn(model), ['/job required']);
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
    const payment = { type: 'object', [keyword]: schemas.payments };
    const model = modelOf({ list: { type: 'array', items: payment } });
    model.take({ list: [{ amount: 5000 }] });
    assert.deepEqual(model.check().violations, []);
    choose(model, '/list/0', 1);
    assert.deepEqual(violationsIn(model).sort(), [
      '/list/0/account required',
      '/list/0/amount maximum',
    ]);
  });

test('only options that are searched by typing keep a text that is none of them', () => {
  const numbers = [...Array.from({ length: 20 }).keys()];
  const texts = numbers.map((each) => `Option ${each}`);
  const several = { type: 'array', items: { enum: numbers }, uniqueItems: true };
  const model = modelOf({ chosen: { enum: numbers }, searched: { enum: texts }, several });
  model.take({ chosen: 'x', searched: 'x', several: ['x', 3] });
  assert.deepEqual(model.values, { searched: 'x', several: ['x', 3] });
});

test('options that are objects are the same in any order of their members', () => {
  const [first, same, other] = [{ x: 1, y: 2 }, { y: 2, x: 1 }, { x: 3 }];
  const model = modelOf({ a: { enum: [first, other], allOf: [{ enum: [same] }] } });
  assert.deepEqual(model.valueNodeAt('/a')?.node.schema.enum, [first]);
  const branches = [first, other].map((value, index) => ({
    properties: { a: { const: value }, [`only${index}`]: { type: 'string' } },
  }));
  const choosing = modelOf({ a: { enum: [first, other] } }, { oneOf: branches });
  choosing.take({ a: same });
  assert.equal(choosing.valueNodeAt('/only0')?.pointer, '/only0');
});

test('an entry that is a choice of constants keeps its place when another one is chosen', () => {
  const model = modelOf({ list: { type: 'array', items: { anyOf: schemas.constants } } });
  model.take({ list: [undefined] });
  for (const index of [0, 1]) choose(model, '/list/0', index);
  assert.deepEqual(model.check().data, { list: ['b'] });
});

test('an entry without a schema is text that must be given, as one with the type of text', () => {
  for (const items of [undefined, true, {}, { type: 'string' }]) {
    const model = modelOf({ list: { type: 'array', minItems: 2, ...(items && { items }) } });
    model.take({ list: ['a', undefined] }, '/list/0');
    assert.deepEqual(violationsIn(model), ['/list/1 required']);
    model.take({ list: ['a', 'b'] }, '/list/1');
    assert.deepEqual(violationsIn(model), []);
  }
});

test('the default of a list entry does not come back once the candidate has emptied it', () => {
  const items = { type: 'string', default: 'Acme' };
  for (const entries of [items, [items]]) {
    const list = { type: 'array', items: entries, minItems: 1 };
    const model = modelOf({ list }, { required: ['list'] });
    assert.deepEqual(model.values, { list: ['Acme'] });
    model.take({ list: [undefined] }, '/list/0');
    assert.deepEqual(violationsIn(model), ['/list/0 required']);
    const reopened = modelOf({ list }, { required: ['list'] });
    reopened.restore(JSON.parse(JSON.stringify(model.draft())) as FormDraft);
    assert.deepEqual(reopened.values, { list: [null] });
    model.take({ list: [null, undefined] }, '/list');
    assert.deepEqual(model.valueAt('/list/0'), null);
  }
});

for (const { name, schema, values, counts } of counted)
  test(`counts: ${name}`, () => {
    const { properties, ...rest } = schema;
    const model = modelOf(properties, rest);
    if (values) model.take(values);
    assert.deepEqual(model.counts(), counts);
  });

test('a form that asks only for a choice is not empty, and one of nothing is', () => {
  const oneOf = ['a', 'b'].map((title) => ({ title, properties: { [title]: {} } }));
  assert.equal(modelOf({}, { oneOf }).isEmpty, false);
  assert.equal(modelOf({}).isEmpty, true);
});

test('a list whose only entry the candidate has added and removed again is left as it was', () => {
  for (const minItems of [0, 1]) {
    const items = { type: 'object', properties: { a: { default: 1 }, b: {} }, required: ['b'] };
    const model = modelOf({ list: { type: 'array', items, minItems } });
    model.insertEntry('/list', minItems);
    assert.deepEqual(violationsIn(model).at(-1), `/list/${minItems}/b required`);
    const removed = model.removeEntry('/list', minItems);
    if (minItems > 0) model.removeEntry('/list', 0);
    assert.deepEqual(model.check(), { data: {}, violations: [] });
    model.insertEntry('/list', minItems, removed);
    assert.equal(model.listAt('/list').length, minItems + 1);
  }
});

interface Replaced {
  name: string;
  schema: { properties: object };
  /** What the candidate changes, and the values then; `kept` stands for the value before. */
  changes: readonly (readonly [pointer: string, values: Record<string, unknown>])[];
  values: object;
  touched?: string[];
}

for (const { name, schema, changes, values, touched } of replaced as unknown as Replaced[])
  test(name, () => {
    const { properties, ...rest } = schema;
    const model = modelOf(properties, rest);
    for (const [pointer, changed] of changes) {
      const kept = Object.entries(changed).map(([member, value]) => {
        return [member, value === 'kept' ? model.values[member] : value] as const;
      });
      model.take(Object.fromEntries(kept) as FormData, pointer);
    }
    assert.deepEqual(JSON.parse(JSON.stringify(model.values)), values);
    const found = model.draft().touched;
    if (touched) assert.deepEqual(found, touched);
  });

test('a required field that another answer must allow first is not there yet, and that answer is missing', () => {
  for (const otherwise of [{ properties: { b: false } }, { not: { required: ['b'] } }]) {
    const model = modelOf(
      { a: { type: 'boolean' } },
      {
        required: ['b'],
        if: { properties: { a: { const: true } }, required: ['a'] },
        then: { properties: { b: { type: 'string' } } },
        else: otherwise,
      },
    );
    const isThere = () => {
      const node = model.valueNodeAt('/b');
      return node !== undefined && isRendered(node);
    };
    assert.equal(isThere(), false);
    assert.deepEqual(violationsIn(model), ['/a required']);
    model.take({ a: true }, '/a');
    assert.equal(isThere(), true);
    assert.deepEqual(violationsIn(model), ['/b required']);
    // Nothing else could allow it: the form says so.
    model.take({ a: false }, '/a');
    assert.equal(isThere(), true);
    assert.deepEqual(violationsIn(model), ['/b required']);
  }
});

test('a form of nothing but constants and empty groups is empty', () => {
  const group = { type: 'object', properties: {} };
  assert.equal(modelOf({ kind: { const: 'x' }, group }).isEmpty, true);
  assert.equal(modelOf({ kind: { const: 'x', title: 'Kind', readOnly: true } }).isEmpty, false);
  assert.equal(modelOf({ list: { type: 'array', items: group } }).isEmpty, false);
});

for (const { name, schema, pointer, value, opener } of returning)
  test(`an answer comes back with its question after a wrong choice: ${name}`, () => {
    const { properties, ...rest } = schema;
    const model = modelOf(properties, rest);
    const change = (at: string, answer: unknown) =>
      model.take(withValueAt(model.values, at, answer) as FormData, at);
    change('/works', true);
    if (opener) change(opener.pointer, opener.value);
    change(pointer, value);
    const { data } = model.check();
    assert.equal(model.valueAt(pointer), value);
    change('/works', false);
    assert.deepEqual(model.check().data, { works: false });
    assert.deepEqual(model.draft().values, { works: false });
    change('/works', true);
    assert.deepEqual(model.check().data, data);
    assert.ok(model.draft().touched.includes(pointer));
  });

test('an answer comes back with its branch, and a reset forgets it', () => {
  const model = modelOf({ job: schemas.job });
  const branches = schemas.job.oneOf;
  const firm = () => model.valueAt('/job/firm');
  model.choose('/job', branches, 0);
  model.take(withValueAt(model.values, '/job/firm', 'Acme') as FormData, '/job/firm');
  model.choose('/job', branches, 1);
  assert.equal(firm(), undefined);
  model.choose('/job', branches, 0);
  assert.equal(firm(), 'Acme');
  model.choose('/job', branches, 1);
  model.forgetChoices();
  model.take(undefined);
  model.choose('/job', branches, 0);
  assert.equal(firm(), undefined);
});

test('an answer that the candidate emptied does not come back', () => {
  const [{ schema }] = returning as [(typeof returning)[0]];
  const { properties, ...rest } = schema;
  const model = modelOf(properties, rest);
  const change = (at: string, answer: unknown) =>
    model.take(withValueAt(model.values, at, answer) as FormData, at);
  for (const [at, answer] of [
    ['/works', true],
    ['/more', 'Acme'],
    ['/works', false],
    ['/works', true],
    ['/more', undefined],
    ['/works', false],
    ['/works', true],
  ] as const)
    change(at, answer);
  assert.equal(model.valueAt('/more'), undefined);
});

/** Demanded until a later step asks for `new`, whose value decides. */
const DEMANDED_LATER: [name: string, fields: object, otherwise: object, required?: string[]][] = [
  [
    'a list',
    { l: { type: 'array', items: {} } },
    { required: ['l'], properties: { l: { minItems: 1 } } },
  ],
  [
    'an entry of a required list',
    { l: { type: 'array', items: { type: 'string' } } },
    { properties: { l: { minItems: 2 } } },
    ['l'],
  ],
  [
    'a list in a group',
    { g: { properties: { l: { type: 'array', items: {} } } } },
    { properties: { g: { required: ['l'], properties: { l: { minItems: 1 } } } } },
    ['g'],
  ],
  ['a group', { l: { properties: { k: {} }, required: ['k'] } }, { required: ['l'] }],
];

for (const [name, properties, otherwise, required = []] of DEMANDED_LATER)
  test(`a rule that waits for a later answer does not demand ${name}`, () => {
    const pointersOf = (rule: object) => {
      const model = modelOf({ ...properties, new: {} }, { required, ...rule });
      const isLater = { field: (each: string) => each === 'new', choice: () => false };
      return model.violationsWithout(isLater).map(({ pointer }) => pointer);
    };
    const condition = { properties: { new: { const: 'x' } }, required: ['new'] };
    assert.deepEqual(pointersOf({ if: condition, else: otherwise }), []);
    assert.notDeepEqual(pointersOf({ allOf: [otherwise] }), [], 'without a condition');
  });
