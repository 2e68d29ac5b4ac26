import { FORMS } from '../shapes/catalogue.ts';
import { deepEqual } from './stage/assert.ts';
import { show } from './stage/show.ts';
import { takeStep } from './stage/take-step.ts';

for (const { name, schema, pipeline, locale = 'es', country = 'PE', steps, sent } of FORMS)
  test(name, async () => {
    const form = pipeline ? { pipeline_name: pipeline } : { form_schema: schema };
    const staged = await show({ ...form, country_code: country, locale });
    for (const step of steps) await takeStep(staged, step);
    deepEqual((await staged.submitted()).data, sent);
  });
