import { SHAPES } from '../shapes/catalogue.ts';
import type { Step } from '../shapes/shape.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, ok } from './stage/assert.ts';
import { take } from './stage/by-words.ts';
import { loadWidget, type StagedElement } from './stage/candidate.ts';
import { standDrawn } from './stage/drawn.ts';

let staged: StagedElement;

suiteSetup(() => loadWidget());

teardown(() => staged.element.remove());

for (const { name, schema, steps, sent } of SHAPES)
  test(`${name}: keeps and submits what was filled in before hydration`, async () => {
    const drawn = await standDrawn({ form_schema: { type: 'object', ...schema } });
    ({ staged } = drawn);
    const left = await takeWhatStands(steps);
    drawn.go();
    await staged.reaches('ready', 'problem');
    ok(staged.query('form') === drawn.form, 'The form was drawn anew');
    await accessible(staged.element, 'taken over');
    for (const step of left) await take(staged, step);
    const { data } = await staged.submitted();
    deepEqual(data, sent);
  });

/** Takes steps until one needs the hydrated form. Returns the steps that are left. */
async function takeWhatStands(steps: readonly Step[]): Promise<readonly Step[]> {
  const filled = new Set<string>();
  for (const [index, step] of steps.entries()) {
    // A button adds something.
    if (typeof step === 'string') return steps.slice(index);
    const [label, answer] = step;
    // An input that finds several options by typing takes one at a time.
    if (filled.has(label) && !answer?.startsWith('+')) return steps.slice(index);
    filled.add(label);
    try {
      await take(staged, step);
    } catch {
      return steps.slice(index);
    }
  }
  return [];
}
