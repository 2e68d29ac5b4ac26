import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersIn } from '../src/form/model/sent-data.ts';
import { evaluateForm } from '../src/form/model/evaluate-form.ts';
import { allValueNodes, valueNodeAt } from '../src/form/model/value-nodes.ts';
import { Questions } from '../src/form/model/questions.ts';
import nullEntries from './tables/null-entries.json' with { type: 'json' };
import cases from './tables/questions.json' with { type: 'json' };

/** What a form asks (`*` required, `~` silent), its choices, and what it would send. */
function ask(schema: object, values?: object, chosen: Record<string, number> = {}) {
  const questions = new Questions({ type: 'object', ...schema });
  const before = evaluateForm(questions, values);
  for (const [pointer, index] of Object.entries(chosen)) {
    const [choice] = valueNodeAt(before, pointer)?.node.choices ?? [];
    questions.choose(pointer, choice?.key ?? [], index);
  }
  const asked = evaluateForm(questions, values);
  const found = allValueNodes(asked).slice(1);
  const fields = found.map(({ pointer, isRequired, node: { isSilent, kind } }) => {
    const isHidden = kind === 'never' ? '!' : '';
    return `${pointer}${isRequired ? '*' : ''}${isSilent ? '~' : ''}${isHidden}`;
  });
  const choices = allValueNodes(asked).flatMap(({ node }) =>
    node.choices.map(({ options }) => options.map(({ label }) => label).join('|')),
  );
  const positions = allValueNodes(asked).flatMap(({ node }) =>
    node.choices.map((_choice, level) => node.levels.slice(0, level + 1).flat().length),
  );
  const titles = found.map(({ node }) => node.schema.title ?? '');
  return { fields: fields.join(' '), choices, positions, titles, sent: answersIn(asked) };
}

interface Case {
  name: string;
  schema: object;
  values?: object;
  /** Indexes of the branches that the candidate chooses, by pointer. */
  chosen?: Record<string, number>;
  fields?: string;
  choices?: string[];
  /** How many fields precede each choice. */
  positions?: number[];
  titles?: string[];
  sent?: object;
}

for (const { name, schema, values, chosen, ...expected } of cases as unknown as Case[])
  test(name, () => {
    const found = ask(schema, values, chosen);
    assert.deepEqual(found, { ...found, ...expected });
  });

test('an entry of a list whose options include null is answered by the candidate only', () => {
  for (const list of nullEntries) {
    const questions = new Questions({
      type: 'object',
      required: ['list'],
      properties: { list },
    });
    const empty = evaluateForm(questions, undefined);
    assert.deepEqual(empty.value, { list: [undefined] });
    assert.deepEqual(answersIn(empty), { list: [undefined] });
    const chosen = evaluateForm(questions, { list: [null] });
    assert.deepEqual(chosen.value, { list: [null] });
    assert.deepEqual(answersIn(chosen), { list: [null] });
  }
});
