import { type Step, SHAPES } from '../shapes/catalogue.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, ok } from './stage/assert.ts';
import type { StagedElement } from './stage/candidate.ts';
import { openPrerendered } from './stage/prerendered.ts';
import { show } from './stage/show.ts';
import { takeStep } from './stage/take-step.ts';

for (const { name, schema, steps, sent, headings } of SHAPES) {
  const form_schema = { type: 'object', ...schema };

  test(`${name}: fills in and submits with labels and keyboard`, async () => {
    const staged = await show({ form_schema });
    await accessible(staged.element, 'before');
    for (const step of steps) await takeStep(staged, step);
    if (headings !== undefined) {
      const legends = [...staged.root.querySelectorAll('fieldset.group > legend')];
      deepEqual(
        legends.map((each) => each.firstChild?.textContent),
        [...headings],
      );
    }
    await accessible(staged.element, 'filled in');
    deepEqual((await staged.submitted()).data, sent);
  });

  test(`${name}: keeps and submits what was filled in before hydration`, async () => {
    const { staged, form, release } = await openPrerendered({ form_schema });
    const left = await takeEarlySteps(staged, steps);
    release();
    await staged.reaches('ready', 'problem');
    ok(staged.query('form') === form, 'The form was re-rendered');
    for (const step of left) await takeStep(staged, step);
    deepEqual((await staged.submitted()).data, sent);
  });
}

/** Takes steps until one needs the hydrated form. Returns the steps that are left. */
async function takeEarlySteps(staged: StagedElement, steps: readonly Step[]) {
  const filled = new Set<string>();
  for (const [index, step] of steps.entries()) {
    // A button adds something.
    if (typeof step === 'string' || 'file' in step || 'expect' in step) return steps.slice(index);
    const [label, answer] = step;
    // An input that finds options by typing takes one at a time.
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
