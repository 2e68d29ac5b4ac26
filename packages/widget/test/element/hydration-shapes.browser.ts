import { SHAPES } from '../shapes/catalogue.ts';
import type { Step } from '../shapes/catalogue.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, ok } from './stage/assert.ts';
import type { StagedElement } from './stage/candidate.ts';
import { openPrerendered } from './stage/prerendered.ts';
import { takeStep } from './stage/take-step.ts';

let staged: StagedElement;

for (const { name, schema, steps, sent } of SHAPES)
  test(`${name}: keeps and submits what was filled in before hydration`, async () => {
    const prerendered = await openPrerendered({ form_schema: { type: 'object', ...schema } });
    ({ staged } = prerendered);
    const left = await takeStepsBeforeHydration(steps);
    prerendered.release();
    await staged.reaches('ready', 'problem');
    ok(staged.query('form') === prerendered.form, 'The form was re-rendered');
    await accessible(staged.element, 'hydrated');
    for (const step of left) await takeStep(staged, step);
    const { data } = await staged.submitted();
    deepEqual(data, sent);
  });

/** Takes steps until one needs the hydrated form. Returns the steps that are left. */
async function takeStepsBeforeHydration(steps: readonly Step[]): Promise<readonly Step[]> {
  const filled = new Set<string>();
  for (const [index, step] of steps.entries()) {
    // A button adds something.
    if (typeof step === 'string') return steps.slice(index);
    const [label, answer] = step;
    // An input that finds several options by typing takes one at a time.
    if (filled.has(label) && !answer?.startsWith('+')) return steps.slice(index);
    filled.add(label);
    try {
      await takeStep(staged, step);
    } catch {
      return steps.slice(index);
    }
  }
  return [];
}
