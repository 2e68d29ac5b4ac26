import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormController } from '../src/form/form-controller.ts';
import messages from '../src/i18n/en.json' with { type: 'json' };

test('a required boolean without a default has none', () => {
  const controller = new FormController({
    schema: {
      type: 'object',
      properties: { owns_car: { type: 'boolean' }, works: { type: 'boolean', default: true } },
      required: ['owns_car', 'works'],
    },
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
  });
  assert.deepEqual(controller.defaults(), { works: true });
});
