import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RJSFSchema } from '@rjsf/utils';
import { exampleFor } from '../src/form/fields/patterns.ts';
import { fieldMessages, messagesAt } from '../src/form/fields/labels.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { isValid } from '../src/validation/validator.ts';
import { sourceOf } from './message-source.ts';
import table from './tables/field-examples.json' with { type: 'json' };

for (const [schema, example] of table as [RJSFSchema, string | null][])
  test(`the example of ${JSON.stringify(schema)} is ${example ?? 'none'}`, () => {
    assert.equal(exampleFor(schema) ?? null, example);
    if (example !== null) assert.ok(isValid(schema, example));
  });

const messagesOf = (pointer: string, schema: RJSFSchema) =>
  fieldMessages(pointer, schema, sourceOf(MESSAGES['en']!, 'PE'));

test('an example is in the hint and in the error', () => {
  const { hint, example } = messagesOf('/start', { type: 'string', pattern: '^\\d\\d/\\d{4}$' });
  assert.equal(example, '03/2026');
  assert.equal(hint, 'For example: 03/2026');
});

test('an entry of a list has the example in its hint and in its error, too', () => {
  const source = sourceOf(MESSAGES['en']!, 'PE');
  const around = {
    entry: 'Page',
    hasSharedTitle: false,
    documentType: undefined,
    hostUi: undefined,
  };
  const entry = messagesAt('/pages/0', { type: 'string', format: 'uri' }, around, source);
  assert.equal(entry.label, 'Page 1');
  assert.equal(entry.example, 'https://example.com');
  assert.equal(entry.hint, 'For example: https://example.com');
});

test('the example of a phone is one of the country, and only in the error', () => {
  const { hint, example } = messagesOf('/phone', { type: 'string', pattern: '^\\+\\d+$' });
  assert.match(example ?? '', /^\+51 9/);
  assert.equal(hint, undefined);
});
