import { SHAPES } from '../shapes/catalogue.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal } from './stage/assert.ts';
import { foundByLabel } from './stage/find-by-label.ts';
import { show } from './stage/show.ts';
import { takeStep } from './stage/take-step.ts';

for (const { name, schema, steps, sent, headings } of SHAPES)
  test(`${name}: fills in and submits with labels and keyboard`, async () => {
    const staged = await show({ form_schema: { type: 'object', ...schema } });
    await accessible(staged.element, 'before');
    for (const field of staged.root.querySelectorAll('[part=field]:has(> .label)'))
      equal(foundByLabel(field).length, 1, field.outerHTML);
    for (const step of steps) await takeStep(staged, step);
    if (headings !== undefined) {
      const legends = [...staged.root.querySelectorAll('fieldset.group > legend')];
      deepEqual(
        legends.map((each) => each.firstChild?.textContent),
        [...headings],
      );
    }
    await accessible(staged.element, 'filled in');
    const { data } = await staged.submitted();
    deepEqual(data, sent);
  });
