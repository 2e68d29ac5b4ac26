import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FormData, FormSchema } from 'precandidate-contract';
import { FormModel } from '../../packages/widget/src/form/model/form-model.ts';
import { check } from '../../packages/widget/src/validation/validator.ts';

const ROUNDS = 2_000;
const SEED = 3;

const NAMES = ['g', 'h', 'i'];
const note = { type: 'string' };
const fixed = { const: 'fixed' };
const preset = { type: 'string', default: 'set' };

const groups = fc.constantFrom<object>(
  { type: 'object', properties: { kind: fixed } },
  { type: 'object', properties: { kind: fixed, note } },
  { type: 'object', properties: { preset, note } },
  { type: 'object', properties: { preset, note }, required: ['note'] },
  { type: 'object', properties: { note }, required: ['note'] },
  { type: 'object', properties: { preset: { ...preset, maxLength: 2 }, note } },
  { type: 'array', items: { type: 'object', properties: { note } }, minItems: 1 },
  { type: 'array', items: { type: 'object', properties: { note } }, default: [{ note: 'a' }] },
);

const name = fc.constantFrom(...NAMES, 'x', 'y');
const someNames = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const requires = (required: string[]) => ({ required });
const alternatives = fc.array(someNames.map(requires), { minLength: 2, maxLength: 3 });
const rules = fc.oneof<fc.Arbitrary<object>[]>(
  fc.constant({}),
  fc.record({ oneOf: alternatives }),
  fc.record({ anyOf: alternatives }),
  fc.record({ not: someNames.map(requires) }),
  fc.record({ if: someNames.map(requires), then: someNames.map(requires) }),
  fc.record({ dependentRequired: fc.dictionary(name, someNames, { maxKeys: 2 }) }),
  fc.record({ minProperties: fc.nat({ max: 5 }) }),
  fc.record({ maxProperties: fc.nat({ max: 5 }) }),
);

const forms = fc.record({
  schema: fc
    .tuple(groups, groups, groups, rules)
    .map(([g, h, i, rule]) => ({ properties: { g, h, i, x: note, y: note }, ...rule })),
  /** The fields that the candidate fills in. */
  answered: fc.subarray(['x', 'y', 'g']),
});

interface Form {
  schema: { properties: Record<string, object> };
  answered: readonly string[];
}

/** The form filled in; with `isOpen`, it has a question more, which is required and empty. */
function fillIn({ schema, answered }: Form, isOpen = false): FormModel {
  const more = isOpen ? { more: { properties: { z: note }, required: ['z'] } } : {};
  const whole = {
    type: 'object',
    properties: { form: { type: 'object', ...schema }, ...more },
    required: ['form', ...Object.keys(more)],
  };
  const model = new FormModel({ schema: whole as unknown as FormSchema, onBroken() {} });
  const answer = (pointer: string, value: unknown) => {
    const form = { ...(model.values['form'] as object), [pointer]: value };
    model.take({ ...model.values, form } as FormData, `/form/${pointer}`);
  };
  for (const field of answered) {
    if (field !== 'g') answer(field, 'text');
    else if (model.valueNodeAt('/form/g')?.node.children.has('note') === true) {
      const g = { ...(model.valueAt('/form/g') as object), note: 'text' };
      const form = { ...(model.values['form'] as object), g };
      model.take({ ...model.values, form } as FormData, '/form/g/note');
    }
  }
  return model;
}

const sentIn = (model: FormModel) => model.check().data['form'] as Record<string, unknown>;

test('what is sent does not depend on errors elsewhere', () => {
  const property = fc.property(forms, (form) => {
    assert.deepEqual(sentIn(fillIn(form, true)), sentIn(fillIn(form)));
  });
  fc.assert(property, { seed: SEED, numRuns: ROUNDS });
});

test('what the candidate gave is sent, and what nobody filled in is sent whole or not at all', () => {
  const property = fc.property(forms, (form) => {
    const model = fillIn(form);
    const sent = sentIn(model);
    for (const field of form.answered)
      if (model.valueNodeAt(`/form/${field}`)?.node.kind === 'never') continue;
      else if (field !== 'g') assert.equal(sent[field], 'text');
      else if (model.valueNodeAt('/form/g/note')?.isTouched === true)
        assert.equal((sent['g'] as FormData)['note'], 'text');
    for (const group of NAMES) {
      if (sent[group] === undefined) continue;
      const held = JSON.parse(JSON.stringify(model.valueAt(`/form/${group}`))) as unknown;
      assert.deepEqual(sent[group], held);
    }
  });
  fc.assert(property, { seed: SEED, numRuns: ROUNDS });
});

test('nothing that may stay out is sent where that alone causes an error', () => {
  const property = fc.property(forms, (form) => {
    const model = fillIn(form);
    const sent = sentIn(model);
    const errorsIn = (data: object) =>
      new Set(check(form.schema, data).map((each) => JSON.stringify({ ...each, branches: [] })));
    const errors = errorsIn(sent);
    for (const group of NAMES) {
      const { [group]: own, ...others } = sent;
      const isTouched = group === 'g' && model.valueNodeAt('/form/g/note')?.isTouched === true;
      // A condition requires it while it is there.
      const isRequired = model.valueNodeAt(`/form/${group}`)?.isRequired === true;
      if (own === undefined || isTouched || isRequired) continue;
      const without = errorsIn(others);
      const isBetter = without.size < errors.size && [...without].every((each) => errors.has(each));
      assert.ok(!isBetter, `${group} should stay out of ${JSON.stringify(sent)}`);
    }
  });
  fc.assert(property, { seed: SEED, numRuns: ROUNDS });
});
