import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { fieldOptions } from '../src/form/fields/options.ts';
import { FormModel } from '../src/form/model/form-model.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { sourceOf } from './message-source.ts';
import cases from './tables/options.json' with { type: 'json' };

interface Case {
  name: string;
  /** Of the field `x`. */
  schema?: object;
  /** Of the form, where the field is not all of it. */
  form?: object;
  title?: string;
  labels: string[];
  sent?: object;
}

for (const { name, form, labels, title, sent, ...field } of cases as unknown as Case[])
  test(name, () => {
    const schema = { type: 'object', ...(form ?? { properties: { x: field.schema } }) };
    const model = new FormModel({ schema: schema as FormSchema, onBroken() {} });
    const node = model.valueNodeAt('/x')?.node;
    assert.ok(node);
    const options = fieldOptions(node.schema, sourceOf(MESSAGES['en'] as Messages));
    assert.deepEqual(
      options.map(({ label }) => label),
      labels,
    );
    if (title) assert.equal(node.schema.title, title);
    if (sent) assert.deepEqual(model.check().data, sent);
  });

test('numbers are written as the form reads them', () => {
  const { es } = MESSAGES as Record<'es', Messages>;
  const labelsIn = (country: string) =>
    fieldOptions({ enum: [1.234, 2_500, -0.5] }, sourceOf(es, country)).map(({ label }) => label);
  assert.deepEqual(labelsIn('AR'), ['1,234', '2500', '-0,5']);
  assert.deepEqual(labelsIn('PE'), ['1.234', '2500', '-0.5']);
});
