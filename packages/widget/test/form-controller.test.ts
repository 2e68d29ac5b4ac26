import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormController } from '../src/form/form-controller.ts';
import { FormModel } from '../src/form/form-model.ts';
import type { FormAppOptions } from '../src/form/form-options.ts';
import messages from '../src/i18n/en.json' with { type: 'json' };

const controllerOf = (options: Pick<FormAppOptions, 'schema' | 'values'>) =>
  new FormController({
    messages,
    localeTag: 'en',
    proxyUrl: 'https://proxy.example/',
    country: null,
    loadCombobox: () => Promise.resolve(undefined),
    onChange() {},
    onCounted() {},
    onInvalid() {},
    onSubmit() {},
    onBroken() {},
    ...options,
  });

test('a required boolean without a default has none', () => {
  const controller = controllerOf({
    schema: {
      type: 'object',
      properties: { owns_car: { type: 'boolean' }, works: { type: 'boolean', default: true } },
      required: ['owns_car', 'works'],
    },
  });
  assert.deepEqual(controller.model.defaults, { works: true });
});

for (const isPrefilled of [false, true])
  test(`${isPrefilled ? 'a prefilled value' : 'a default'} in an optional group ${isPrefilled ? 'asks' : 'does not ask'} for the rest of the group`, () => {
    const values = { address: { street: 'Av. Arequipa 1' } };
    const address = {
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
      required: ['street', 'city'],
      default: values.address,
    };
    const controller = controllerOf({
      schema: {
        type: 'object',
        properties: { address },
        ...(isPrefilled && { 'x-prefilled': ['address'] }),
      },
      values,
    });
    assert.deepEqual(controller.values(), isPrefilled ? values : {});
  });

test('an optional group is sent once the candidate has chosen a branch in it', () => {
  const salary = { type: 'boolean', title: 'Salary', default: false };
  const start = { type: 'string', title: 'Start' };
  const pay = {
    type: 'object',
    anyOf: [{ properties: { start } }, { properties: { salary } }],
    title: 'Pay',
  };
  const job = { type: 'object', properties: { pay, start }, required: ['start'] };
  const model = new FormModel({
    schema: { type: 'object', properties: { job } },
    onBroken() {},
  });
  assert.deepEqual(model.check().data, {});
  model.questions.choose('/job/pay', pay.anyOf, 1);
  model.take(model.values);
  assert.deepEqual(model.check().data, { job: { pay: { salary: false } } });
  assert.deepEqual(
    model.check().violations.map(({ pointer }) => pointer),
    ['/job/start'],
  );
});

for (const answer of [true, 0, 'x'])
  test(`an optional group with the answer ${answer} asks for the rest of the group`, () => {
    const properties = { answer: { type: typeof answer }, street: { type: 'string' } };
    const group = { type: 'object', properties, required: ['street'] };
    const model = new FormModel({
      schema: { type: 'object', properties: { group } },
      onBroken() {},
    });
    model.take({ group: { answer } });
    assert.deepEqual(model.check().data, { group: { answer } });
    assert.equal(model.check().violations[0]?.pointer, '/group/street');
  });
