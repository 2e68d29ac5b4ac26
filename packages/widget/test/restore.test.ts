import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormData, FormSchema } from 'precandidate-contract';
import type { FormDraft } from '../src/form/model/form-draft.ts';
import { FormModel } from '../src/form/model/form-model.ts';
import { fromText, toText } from '../src/drafts/draft-storage.ts';
import cases from './tables/restored.json' with { type: 'json' };
import changedBranches from './tables/changed-branches.json' with { type: 'json' };

const modelOf = (schema: object) =>
  new FormModel({ schema: { type: 'object', ...schema } as FormSchema, onBroken() {} });

/** The values without what is empty. */
const shown = ({ values }: FormModel): unknown => JSON.parse(JSON.stringify(values));

/** As it comes back from the tab's storage. */
const stored = (draft: FormDraft) => fromText(toText(draft)) as FormDraft;

function choose(model: FormModel, pointer: string, label: string): void {
  const [choice] = model.valueNodeAt(pointer)?.node.choices ?? [];
  const option = choice?.options.find((each) => each.label === label);
  assert.ok(choice && option, `There is no branch ${label}`);
  model.choose(pointer, choice.key, option.index);
}

function chosenIn(model: FormModel, pointer: string): string | undefined {
  const [choice] = model.valueNodeAt(pointer)?.node.choices ?? [];
  return choice?.options.find(({ index }) => index === choice.chosen)?.label;
}

interface BranchCase {
  name: string;
  before: object[];
  chosen: string;
  typed: FormData;
  after: object[];
  /** Label of the branch after the change; absent: none. */
  expected?: string;
  sent?: object;
}

for (const {
  name,
  before,
  chosen,
  typed,
  after,
  expected,
  sent,
} of changedBranches as BranchCase[])
  for (const keyword of ['oneOf', 'anyOf'])
    for (const way of ['a draft', 'a changed form'])
      test(`${name} (${keyword}, ${way})`, () => {
        const formOf = (own: object[]) => ({ properties: { proof: { [keyword]: own } } });
        const model = modelOf(formOf(before));
        choose(model, '/proof', chosen);
        for (const [field, value] of Object.entries(typed))
          model.take(
            { proof: { ...(model.values['proof'] as object), [field]: value } },
            `/proof/${field}`,
          );
        const draft = stored(model.draft());
        if (way === 'a changed form')
          model.replaceSchema({ type: 'object', ...formOf(after) } as FormSchema);
        const reopened = way === 'a changed form' ? model : modelOf(formOf(after));
        reopened.restore(draft);
        assert.equal(chosenIn(reopened, '/proof'), expected);
        if (sent !== undefined) assert.deepEqual(reopened.check().data, sent);
      });

const passport = {
  title: 'Passport',
  properties: { kind: { const: 'p' }, number: { type: 'string' } },
};
const other = { title: 'Other', properties: { kind: { const: 'o' }, number: { type: 'string' } } };
const card = { title: 'Card', properties: { kind: { const: 'c' }, number: { type: 'string' } } };

test('the text of a branch that is gone comes back in the branch that the candidate chooses instead', () => {
  const model = modelOf({ properties: { proof: { oneOf: [passport, other, card] } } });
  choose(model, '/proof', 'Passport');
  model.take({ proof: { kind: 'p', number: 'AB12345' } }, '/proof/number');
  const reopened = modelOf({ properties: { proof: { oneOf: [other, card] } } });
  reopened.restore(stored(model.draft()));
  assert.deepEqual(reopened.check().data, {});
  choose(reopened, '/proof', 'Card');
  assert.deepEqual(reopened.check().data, { proof: { kind: 'c', number: 'AB12345' } });
});

interface Case {
  name: string;
  before: object;
  /** What the candidate changes, by JSON Pointer: the form's values then. */
  changes: readonly (readonly [pointer: string, values: FormData])[];
  /** The form when it is opened again; default: the same. */
  after?: object;
  values: object;
}

for (const { name, before, changes, after = before, values } of cases as unknown as Case[])
  test(name, () => {
    const model = modelOf(before);
    for (const [pointer, changed] of changes) {
      const entries = model.listAt(pointer).length;
      if (pointer === '/list') model.entries.insert(pointer, entries, entries);
      model.take(changed, pointer);
    }
    const reopened = modelOf(after);
    reopened.restore(stored(model.draft()));
    assert.deepEqual(shown(reopened), values);
    const again = modelOf(after);
    again.restore(stored(reopened.draft()));
    assert.deepEqual(shown(again), values, 'The second draft holds less than the first');
  });

test('a branch that the data chose stays where the candidate filled it in, whatever comes before it', () => {
  const branches = ['a', 'b'].map((name) => ({
    properties: { [name]: { type: 'object', properties: { x: {} } }, common: {} },
  }));
  const formOf = (oneOf: object[]) => ({
    properties: { group: { type: 'object', oneOf, default: { common: 1 } } },
  });
  const model = modelOf(formOf(branches));
  const open = model.values['group'] as object;
  model.take({ group: { ...open, a: { x: 'mine' } } }, '/group/a/x');
  const reopened = modelOf(formOf(branches.toReversed()));
  reopened.restore(stored(model.draft()));
  assert.deepEqual(shown(reopened), { group: { a: { x: 'mine' }, common: 1 } });
});

test('an entry that was filled in as the one before it is the candidate’s', () => {
  const items = { type: 'object', properties: { kind: { const: 'job' }, a: {}, b: {} } };
  const form = { properties: { list: { type: 'array', items, minItems: 2 } } };
  const model = modelOf(form);
  model.take({ list: [{ kind: 'job', a: 'x' }, { kind: 'job' }] }, '/list/0/a');
  model.copyEntry('/list', 1);
  assert.deepEqual(model.draft().touched, ['/list/0/a', '/list/1/a']);
  const reopened = modelOf(form);
  reopened.restore(stored(model.draft()));
  const entry = { kind: 'job', a: 'x' };
  assert.deepEqual(shown(reopened), { list: [entry, entry] });
});

const CONSENT = { type: 'boolean', const: true, title: 'I agree' };
const OPTION = { const: true, title: 'I agree to a check of my identity' };

for (const [name, before, after] of [
  ['title', CONSENT, { ...CONSENT, title: 'I agree to a check of my bank account' }],
  ['description', { ...CONSENT, description: 'Of my identity' }, CONSENT],
  ['option', { oneOf: [OPTION] }, { oneOf: [{ ...OPTION, title: 'I agree to everything' }] }],
] as const)
  for (const isChanged of [true, false])
    test(`a consent is ${isChanged ? 'not given to words that are new: its' : 'kept with the same'} ${name}`, () => {
      const formOf = (agree: object) => ({
        properties: { kind: { enum: ['a', 'b'] } },
        if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
        then: { properties: { agree, list: { type: 'array', items: { properties: { agree } } } } },
      });
      const model = modelOf(formOf(before));
      model.take({ kind: 'a' }, '/kind');
      model.take({ kind: 'a', agree: true }, '/agree');
      model.insertEntry('/list', 0);
      model.take({ kind: 'a', agree: true, list: [{ agree: true }] }, '/list/0/agree');
      const reopened = modelOf(formOf(isChanged ? after : before));
      reopened.restore(stored(model.draft()));
      const given = isChanged ? { list: [{}] } : { agree: true, list: [{ agree: true }] };
      assert.deepEqual(shown(reopened), { kind: 'a', ...given });
      assert.equal(reopened.draft().touched.includes('/agree'), !isChanged);
    });

const SHIFT = { title: 'Shift', enum: ['day', 'night'] };
const ADDRESS = { type: 'object', properties: { street: {}, zip: {} } };
const levels = (...titles: string[]) => ({
  oneOf: ['day', 'night'].map((value, index) => ({ const: value, title: titles[index] })),
});
const LEVELS = levels('By day', 'By night');
const SWAPPED = levels('By night', 'By day');
const RENAMED = levels('By day', 'At night');

for (const [name, before, after, restored] of [
  ['an option that is gone', SHIFT, { ...SHIFT, enum: ['day', 'late'] }, 'partly'],
  ['a field that is gone', { type: 'string' }, undefined, 'partly'],
  ['a text that is a list now', { type: 'string' }, { type: 'array', items: {} }, 'partly'],
  ['an option whose title moved', LEVELS, SWAPPED, 'partly'],
  ['an option with a new title', LEVELS, RENAMED, 'whole'],
  ['an option with its first title', SHIFT, RENAMED, 'whole'],
  ['other options', SHIFT, { ...SHIFT, enum: ['late', 'night'] }, 'whole'],
  ['another title', SHIFT, { ...SHIFT, title: 'Hours' }, 'whole'],
] as const)
  test(`tells whether a draft is restored as a whole: ${name}`, () => {
    const rest = { address: ADDRESS, agree: CONSENT, list: { type: 'array', items: ADDRESS } };
    const formOf = (shift: object | undefined) => ({
      properties: { ...rest, ...(shift && { shift }) },
    });
    const model = modelOf(formOf(before));
    const address = { street: 'Av. 1' };
    const values = { shift: 'night', agree: true, address };
    for (const pointer of ['/shift', '/agree', '/address/street']) model.take(values, pointer);
    model.insertEntry('/list', 0);
    model.take({ ...values, list: [address] }, '/list/0/street');
    const more = { ...rest, address: { ...ADDRESS, default: { zip: '1' } } };
    const { properties } = formOf(after);
    const reopened = modelOf({ properties: { ...properties, ...more } });
    assert.equal(reopened.restore(stored(model.draft())), restored);
  });

const branch = (kind: string) => ({
  title: kind,
  properties: { kind: { const: kind }, [kind]: {} },
});
const NONE = { title: 'none', const: 'none' };
const PROOF = { oneOf: [NONE, branch('card'), branch('passport')] };

for (const [label, after, restored] of [
  ['passport', PROOF, 'whole'],
  ['none', PROOF, 'whole'],
  ['passport', { oneOf: PROOF.oneOf.slice(0, 2) }, 'partly'],
  ['none', { oneOf: PROOF.oneOf.slice(1) }, 'partly'],
] as const)
  test(`tells whether a branch is restored in which nothing was filled in: ${label}, ${restored}`, () => {
    const model = modelOf({ properties: { proof: PROOF } });
    choose(model, '/proof', label);
    const reopened = modelOf({ properties: { proof: after } });
    assert.equal(reopened.restore(stored(model.draft())), restored);
    assert.equal(chosenIn(reopened, '/proof'), restored === 'whole' ? label : undefined);
  });

test('tells that an option that is an object is gone', () => {
  const formOf = (...options: object[]) => ({ properties: { zone: { enum: options } } });
  const model = modelOf(formOf({ code: 1 }, { code: 2 }));
  model.take({ zone: { code: 1 } }, '/zone');
  const reopened = modelOf(formOf({ code: 2 }, { code: 3 }));
  assert.equal(reopened.restore(stored(model.draft())), 'partly');
});

const zones = (...titles: string[]) =>
  [1, 2, 3].map((code, index) => ({ const: { code }, title: titles[index] }));
const [ZONES, SWAPPED_ZONES] = [zones('North', 'South', 'East'), zones('South', 'North', 'East')];
const one = (options: object[]) => ({ oneOf: options });
const several = (options: object[]) => ({ type: 'array', uniqueItems: true, items: one(options) });

for (const [name, formOf, value, kept] of [
  ['an option that is an object', one, { code: 1 }, undefined],
  ['one of several options', several, [{ code: 1 }, { code: 3 }], undefined],
  [
    'several options whose titles are the same together',
    several,
    [{ code: 1 }, { code: 2 }],
    'all',
  ],
] as const)
  test(`does not restore what says something else now: ${name}`, () => {
    const model = modelOf({ properties: { zone: formOf(ZONES) } });
    model.take({ zone: value }, '/zone');
    const same = modelOf({ properties: { zone: formOf(ZONES) } });
    assert.equal(same.restore(stored(model.draft())), 'whole');
    const reopened = modelOf({ properties: { zone: formOf(SWAPPED_ZONES) } });
    assert.equal(reopened.restore(stored(model.draft())), kept ? 'whole' : 'partly');
    assert.deepEqual(shown(reopened), kept ? { zone: value } : {});
  });

test('what comes back with another branch gives no consent to other words', () => {
  const proof = (title: string, words: string) => ({
    title,
    properties: { kind: { const: title }, number: {}, agree: { const: true, title: words } },
  });
  const formOf = (...oneOf: object[]) => ({ properties: { proof: { oneOf } } });
  const unchanged = proof('Card', 'I agree to a check of my card');
  const model = modelOf(formOf(unchanged, proof('Passport', 'I agree to a check of my passport')));
  choose(model, '/proof', 'Passport');
  for (const [field, value] of Object.entries({ number: '1', agree: true }))
    model.take(
      { proof: { ...(model.values['proof'] as object), [field]: value } },
      `/proof/${field}`,
    );
  const reopened = modelOf(formOf(unchanged, proof('Licence', 'I agree to a check of my licence')));
  assert.equal(reopened.restore(stored(model.draft())), 'partly');
  choose(reopened, '/proof', 'Licence');
  assert.deepEqual(shown(reopened), { proof: { kind: 'Licence', number: '1' } });
});
