import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allAsked, answersIn, ask as askAll } from '../src/form/questions/answers.ts';
import { Questions } from '../src/form/questions/questions.ts';
import cases from './tables/questions.json' with { type: 'json' };
import { toPointer } from '../src/validation/json.ts';

/** What a form asks (`*` required, `~` silent), its choices, and what it would send. */
function ask(schema: object, values?: object) {
  const questions = new Questions({ type: 'object', ...schema });
  const asked = askAll(questions, values);
  const found = allAsked(asked).slice(1);
  const fields = found.map(({ path, isRequired, node: { isSilent, kind } }) => {
    const isHidden = kind === 'never' ? '!' : '';
    return `${toPointer(path)}${isRequired ? '*' : ''}${isSilent ? '~' : ''}${isHidden}`;
  });
  const choices = allAsked(asked).flatMap(({ node }) =>
    node.choices.map(({ options }) => options.map(({ label }) => label).join('|')),
  );
  return { fields: fields.join(' '), choices, sent: answersIn(asked) };
}

interface Case {
  name: string;
  schema: object;
  values?: object;
  fields?: string;
  choices?: string[];
  sent?: object;
}

for (const { name, schema, values, ...expected } of cases as Case[])
  test(name, () => {
    const { fields, choices, sent } = { ...ask(schema, values), ...expected };
    assert.deepEqual(ask(schema, values), { fields, choices, sent });
  });

test('an entry of a list whose options include null is answered by the candidate only', () => {
  const answer = {
    oneOf: [
      { enum: [true], title: 'Yes' },
      { enum: [null], title: 'I prefer not to say' },
    ],
  };
  for (const list of [
    { items: [answer], minItems: 1, maxItems: 1 },
    { items: answer, minItems: 1 },
  ]) {
    const questions = new Questions({
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', ...list } },
    });
    const empty = askAll(questions, undefined);
    assert.deepEqual(empty.value, { list: [undefined] });
    assert.deepEqual(answersIn(empty), { list: [undefined] });
    const chosen = askAll(questions, { list: [null] });
    assert.deepEqual(chosen.value, { list: [null] });
    assert.deepEqual(answersIn(chosen), { list: [null] });
  }
});
