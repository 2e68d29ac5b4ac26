import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseNamed, type Field } from '../src/cases.ts';
import type { Stage } from '../src/contestants/contestant.ts';
import { contestantsOf } from '../src/contestants/contestants.ts';

const FORM = caseNamed('25');
const names = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => (field.kind === 'list' ? names(field.fields) : [field.name]));

const STAGE = {
  builtPage: async () => '<script type="application/json" id="definition"></script>',
  service: { url: 'https://forms.example', newSession: async () => ({ token: '' }) },
} as unknown as Stage;

for (const contestant of contestantsOf(undefined)) {
  if (contestant.id.startsWith('ours')) continue;
  test(`${contestant.title} has every field of the mixed form`, async () => {
    const page = (await contestant.page(FORM, STAGE)) ?? '';
    for (const name of names(FORM.fields)) assert.ok(page.includes(`${name}"`), name);
  });
}
