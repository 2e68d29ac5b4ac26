import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FormData, FormSchema } from 'precandidate-contract';
import {
  allValueNodes,
  isField,
  type ValueNode,
} from '../../packages/widget/src/form/model/value-nodes.ts';
import { FormModel } from '../../packages/widget/src/form/model/form-model.ts';
import { fromText, toText } from '../../packages/widget/src/drafts/draft-storage.ts';
import { canonical, withValueAt } from '../../packages/widget/src/validation/json.ts';
import { sanitizeSchema } from '../../packages/proxy/src/sanitizer/sanitize-schema.ts';
import { compileForm } from '../explore/widget/compile.ts';
import { formsWithout } from '../explore/widget/ingredients.ts';

const ROUNDS = 600;
const SEED = 5;

type Draft = ReturnType<FormModel['draft']>;

/** What a candidate does: numbers choose among what the form asks. */
const actions = fc.array(
  fc.record({
    act: fc.constantFrom('answer', 'answer', 'answer', 'branch', 'add', 'remove', 'empty'),
    at: fc.nat({ max: 40 }),
    pick: fc.nat({ max: 40 }),
  }),
  { minLength: 3, maxLength: 14 },
);

const modelOf = (schema: object) =>
  new FormModel({ schema: schema as FormSchema, onBroken: (cause) => assert.fail(String(cause)) });

/** A value that a field can have. */
function valueFor({ node: { schema } }: ValueNode, pick: number): unknown {
  const options: unknown[] = schema.enum ?? [];
  if (options.length > 0) return options[pick % options.length];
  if (schema.type === 'boolean') return pick % 2 === 0;
  if (schema.type === 'number' || schema.type === 'integer') return pick;
  return `text ${pick}`;
}

function act(model: FormModel, { act: what, at, pick }: { act: string; at: number; pick: number }) {
  const nodes = allValueNodes(model.asked);
  const isList = ({ node }: ValueNode) =>
    node.kind === 'array' && !isField(node) && node.items.others !== undefined;
  const isOpen = ({ node }: ValueNode) =>
    node.kind === 'leaf' && !node.isSilent && !node.schema.readOnly;
  const among = nodes.filter({ branch: hasChoice, add: isList, remove: isList }[what] ?? isOpen);
  const chosen = among[at % among.length];
  if (chosen === undefined) return;
  const { pointer } = chosen;
  const entries = model.listAt(pointer).length;
  if (what === 'branch') {
    const [choice] = chosen.node.choices;
    const option = choice?.options[pick % choice.options.length];
    if (choice && option) model.choose(pointer, choice.key, option.index);
  } else if (what === 'add') model.insertEntry(pointer, entries);
  else if (what === 'remove') model.removeEntry(pointer, pick % Math.max(entries, 1));
  else {
    const value = what === 'empty' ? undefined : valueFor(chosen, pick);
    model.take(withValueAt(model.values, pointer, value) as FormData, pointer);
  }
}

const hasChoice = ({ node }: ValueNode) => node.choices.length > 0;

/** The values of fields: all, or those that the candidate gave. */
function valuesIn(model: FormModel, isOnlyTouched = false): string {
  const fields = allValueNodes(model.asked).filter(({ node }) => isField(node));
  const shown = fields.filter(({ isTouched }) => isTouched || !isOnlyTouched);
  return canonical(shown.map(({ pointer, value }) => [pointer, value ?? null]).toSorted());
}

/** The labels of the branches that the candidate chose. */
const branchesIn = (model: FormModel): string =>
  canonical(
    allValueNodes(model.asked)
      .filter(({ isTouched }) => isTouched)
      .flatMap(({ pointer, node }) =>
        node.choices.map(({ options, chosen }) => [
          pointer,
          options.find(({ index }) => index === chosen)?.label ?? null,
        ]),
      )
      .toSorted(),
  );

/** The same form with its branches and options in another order. */
const reordered = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    ['oneOf', 'anyOf', 'enum'].includes(key) && Array.isArray(value) ? value.toReversed() : value,
  ) as object;

test('a form that is opened again with its draft is as it was left', () => {
  const property = fc.property(formsWithout([]), actions, (form, all) => {
    const { schema } = sanitizeSchema(compileForm(form).schema);
    const model = modelOf(schema);
    for (const each of all) act(model, each);
    const draft = fromText(toText(model.draft())) as Draft;
    const reopened = modelOf(schema);
    reopened.restore(draft);
    assert.equal(valuesIn(reopened), valuesIn(model));
    assert.equal(branchesIn(reopened), branchesIn(model));
    assert.equal(canonical(reopened.check().data), canonical(model.check().data));
  });
  fc.assert(property, { seed: SEED, numRuns: ROUNDS });
});

test('what the candidate gave stays when the service puts branches and options in another order', () => {
  const property = fc.property(formsWithout([]), actions, (form, all) => {
    const { schema } = sanitizeSchema(compileForm(form).schema);
    const model = modelOf(schema);
    for (const each of all) act(model, each);
    const draft = fromText(toText(model.draft())) as Draft;
    const reopened = modelOf(reordered(schema));
    reopened.restore(draft);
    assert.equal(valuesIn(reopened, true), valuesIn(model, true));
    assert.equal(branchesIn(reopened), branchesIn(model));
  });
  fc.assert(property, { seed: SEED, numRuns: ROUNDS });
});
