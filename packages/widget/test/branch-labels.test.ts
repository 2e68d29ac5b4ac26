import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { branchLabels } from '../src/form/asked-form/branch-labels.ts';
import { FormModel } from '../src/form/model/form-model.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { sourceOf } from './message-source.ts';

const object = (...titles: string[]) => {
  const fields = titles.map((title) => [title.toLowerCase(), { type: 'string', title }] as const);
  return { type: 'object', properties: Object.fromEntries(fields) };
};
const listOf = (items: object) => ({ type: 'array', items });

/** The names of the branches; `undefined`: there is nothing to choose, but one field. */
function labelsOf(branches: object[], language: string, keyword = 'oneOf'): string[] | undefined {
  const field = { title: 'Dato', [keyword]: branches };
  const schema: FormSchema = { type: 'object', properties: { field } };
  const model = new FormModel({ schema, onBroken: (cause) => assert.fail(String(cause)) });
  const [choice] = model.valueNodeAt('/field')?.node.choices ?? [];
  const messages = MESSAGES[language] as Messages;
  return choice && branchLabels(choice.options, sourceOf(messages));
}

const string = { type: 'string' };
const boolean = { type: 'boolean' };

for (const [branches, language, labels] of [
  [[boolean, object('Calle')], 'es', ['Sí o no', 'Calle']],
  [[boolean, object('Rua')], 'pt', ['Sim ou não', 'Rua']],
  [[object('Street', 'City'), boolean], 'en', ['Street, City', 'Yes or no']],
  [[boolean, string], 'es', ['Sí o no', 'Texto']],
  [[{ type: ['boolean', 'null'] }, { type: 'number' }], 'es', ['Sí o no', 'Número']],
  [[listOf(string), object('Calle')], 'es', ['Lista', 'Calle']],
  [[listOf(object('Empresa')), object('Calle')], 'es', ['Empresa', 'Calle']],
  [[listOf({ ...string, title: 'Idioma' }), string], 'es', ['Idioma', 'Texto']],
  [[listOf(string), listOf({ type: 'number' })], 'en', ['List 1', 'List 2']],
  [[object('A'), object('A')], 'en', ['Option 1', 'Option 2']],
  [[{ const: 'other' }, string], 'en', ['Other', 'Text']],
  [[{ enum: ['a', 'b'] }, { type: 'integer' }], 'en', ['A, B', 'Number']],
  [[{ const: true }, string], 'es', ['Sí', 'Texto']],
  [[{ const: 5 }, string], 'es', ['5', 'Texto']],
  [[{ enum: [1, 2, 3, 4] }, string], 'es', ['1, 2, 3', 'Texto']],
  [[{ const: { a: 1 } }, string], 'es', ['1', 'Texto']],
  [[boolean, { ...string, format: 'date' }], 'es', ['Sí o no', 'Fecha']],
  [[boolean, { ...string, format: 'data-url' }], 'pt', ['Sim ou não', 'Arquivo']],
  [[boolean, { ...string, format: 'email' }], 'en', ['Yes or no', 'E-mail']],
  [[boolean, {}], 'es', ['Sí o no', 'Otra opción']],
  [
    [
      { ...boolean, title: 'Beca' },
      { ...string, title: 'Beca' },
    ],
    'es',
    ['Beca 1', 'Beca 2'],
  ],
  [[string, { type: 'null' }], 'es', undefined],
  [[string, { type: 'number' }], 'es', undefined],
  [[{ type: 'null' }, object('Calle')], 'es', undefined],
] as [object[], string, string[] | undefined][])
  for (const keyword of ['oneOf', 'anyOf'])
    test(`${keyword} without titles names its branches in ${language}: ${JSON.stringify(branches)}`, () => {
      assert.deepEqual(labelsOf(branches, language, keyword), labels);
    });

test('fields with the same names and other titles tell branches apart', () => {
  const named = (title: string) => ({ type: 'object', properties: { id: { ...string, title } } });
  assert.deepEqual(labelsOf([named('Cédula'), named('Pasaporte')], 'es'), ['Cédula', 'Pasaporte']);
});
