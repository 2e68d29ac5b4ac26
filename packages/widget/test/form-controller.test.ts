import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormController } from '../src/form/form-controller.ts';
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
