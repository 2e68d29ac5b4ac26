import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RJSFSchema } from '@rjsf/utils';
import { exampleFor } from '../src/form/fields/patterns.ts';
import { fieldMessages } from '../src/form/fields/labels.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { isValid } from '../src/validation/validator.ts';
import table from './tables/field-examples.json' with { type: 'json' };

for (const [schema, example] of table as [RJSFSchema, string | null][])
  test(`the example of ${JSON.stringify(schema)} is ${example ?? 'none'}`, () => {
    assert.equal(exampleFor(schema) ?? null, example);
    if (example !== null) assert.ok(isValid(schema, example));
  });

const messagesOf = (pointer: string, schema: RJSFSchema) =>
  fieldMessages(pointer, schema, { messages: MESSAGES['en']!, country: 'PE' });

test('an example is in the hint and in the error', () => {
  const { hint, example } = messagesOf('/start', { type: 'string', pattern: '^\\d\\d/\\d{4}$' });
  assert.equal(example, '03/2026');
  assert.equal(hint, 'For example: 03/2026');
});

test('the example of a phone is one of the country, and only in the error', () => {
  const { hint, example } = messagesOf('/phone', { type: 'string', pattern: '^\\+\\d+$' });
  assert.match(example ?? '', /^\+51 9/);
  assert.equal(hint, undefined);
});
