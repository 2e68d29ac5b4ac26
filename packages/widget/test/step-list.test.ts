import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormData, FormSchema } from 'precandidate-contract';
import { AskedForm } from '../src/form/asked-form/asked-form.ts';
import { FormModel } from '../src/form/model/form-model.ts';
import { stepsOf, type StepsOption } from '../src/form/steps/step-list.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { sourceOf } from './message-source.ts';
import cases from './tables/steps.json' with { type: 'json' };

const { es } = MESSAGES as Record<'es', Messages>;
const SOURCE = sourceOf(es);

interface Case {
  name: string;
  schema: object;
  /** The order of the host. */
  order?: string[];
  steps: StepsOption;
  values?: FormData;
  /** Each step: its title, if it has one, and its items. A choice is `?`. */
  expected: string[];
}

for (const { name, schema, order, steps, values, expected } of cases as Case[])
  test(name, () => {
    const model = new FormModel({
      schema: { type: 'object', ...schema } as FormSchema,
      onBroken: (cause) => assert.fail(String(cause)),
    });
    if (values) model.take(values);
    const askedForm = new AskedForm({
      model,
      source: () => SOURCE,
      uiSchema: order && { 'ui:order': order },
    });
    const found = stepsOf(askedForm.root, steps);
    const shown = found.map(({ title, items }) => {
      const names = [...items].map((item) => (item.startsWith('\uE001') ? '?' : item)).join(' ');
      return title === undefined ? names : `${title}: ${names}`;
    });
    assert.deepEqual(shown, expected);
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length, 'ids are unique');
  });
