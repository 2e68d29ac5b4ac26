import { deepEqual, equal, match } from './stage/assert.ts';
import { setValue, stageCandidate, until } from './stage/candidate.ts';
import { openPrerendered, placeMarkup } from './stage/prerendered.ts';
import { leavePage, onRequest, place } from './stage/show.ts';
import {
  BRANCHES,
  request,
  open,
  heading,
  next,
  labels,
  stepsOf,
  links,
  change,
  toCheck,
  browserBack,
} from './stage/steps.ts';

test('a reload returns to the step with everything, also to the check', async () => {
  const ana = await stageCandidate(request);
  const first = place(ana);
  await first.reaches('ready');
  first.fill('Nombre', 'Ana');
  next(first);
  first.fill('Calle', 'Sol 1');
  await leavePage(first);
  const second = place(ana);
  await second.reaches('ready');
  equal(heading(second), 'Paso 2 de 5');
  equal(second.field('Calle').value, 'Sol 1');
  for (let n = 0; n < 3; n += 1) next(second);
  change(second, 'Nombre');
  await leavePage(second);
  const third = place(ana);
  await third.reaches('ready');
  equal(heading(third), 'Paso 1 de 5');
  equal(third.field('Nombre').value, 'Ana');
  next(third);
  equal(heading(third), 'Paso 5 de 5 Revisa tus respuestas');
});

test("the browser's Back goes one step back, also after Back and Change", async () => {
  const staged = await open();
  toCheck(staged);
  await browserBack();
  equal(heading(staged), 'Paso 4 de 5');
  equal(staged.focused, staged.query('[part=step] h2'));
  staged.press('Volver');
  equal(heading(staged), 'Paso 3 de 5');
  await browserBack();
  equal(heading(staged), 'Paso 4 de 5');
  next(staged);
  equal(heading(staged), 'Paso 5 de 5 Revisa tus respuestas');
  change(staged, 'Nombre');
  equal(heading(staged), 'Paso 1 de 5');
  await browserBack();
  equal(heading(staged), 'Paso 5 de 5 Revisa tus respuestas');
});

test("a move in the page's own history keeps the step", async () => {
  const staged = await open();
  staged.fill('Nombre', 'Ana');
  next(staged);
  location.hash = '#elsewhere';
  await until(() => location.hash === '#elsewhere');
  equal(heading(staged), 'Paso 2 de 5');
  await browserBack();
  equal(heading(staged), 'Paso 2 de 5');
});

test('what the proxy refuses opens the step of the first error', async () => {
  const staged = await open();
  toCheck(staged);
  onRequest('/submission/', async () =>
    Response.json(
      {
        type: 'urn:precandidate:problem:validation-failed',
        errors: [{ pointer: '/home/street', keyword: 'pattern' }],
      },
      { status: 422 },
    ),
  );
  staged.press('Enviar');
  await until(() => links(staged).length > 0);
  equal(heading(staged), 'Paso 2 de 5');
  equal(staged.focused, staged.query('.summary'));
  match(staged.query('.field .error').innerText, /Calle/);
});

test("the host's submit() sends the whole form, or opens the first step with an error", async () => {
  const staged = await open();
  staged.fill('Nombre', 'Ana');
  staged.element.submit();
  equal(heading(staged), 'Paso 2 de 5');
  deepEqual(links(staged), ['Domicilio: Escribe “Calle”']);
  staged.fill('Calle', 'Sol 1');
  const { data } = await staged.submitted();
  deepEqual(data, { name: 'Ana', home: { street: 'Sol 1' } });
});

test('an error of another step is a link to its step', async () => {
  const staged = await open();
  staged.element.submit();
  deepEqual(links(staged), ['Escribe el nombre', 'Domicilio: Escribe “Calle”']);
  equal(heading(staged), 'Paso 1 de 5');
  staged.root.querySelectorAll<HTMLAnchorElement>('.summary a')[1]?.click();
  equal(heading(staged), 'Paso 2 de 5');
  equal(staged.focused, staged.field('Calle'));
});

test('the prerendered first step hydrates, with what was typed and pressed before', async () => {
  const prerendered = await openPrerendered(request);
  const { staged } = prerendered;
  equal(heading(staged), 'Paso 1 de 5');
  deepEqual(labels(staged), ['Nombre', 'Trabajas']);
  equal(staged.query('[part=submit]').innerText, 'Continuar');
  const node = staged.query('[part=step] h2');
  setValue(staged.field('Nombre'), 'Ana');
  next(staged);
  prerendered.release();
  await until(() => stepsOf(staged).length > 0);
  equal(staged.query('form'), prerendered.form);
  equal(staged.query('[part=step] h2'), node);
  equal(heading(staged), 'Paso 2 de 5');
  equal(staged.focused, node);
  staged.press('Volver');
  equal(staged.field('Nombre').value, 'Ana');
});

test('what is typed in the prerendered first step is kept beside a draft of a later one', async () => {
  const first = await openPrerendered(request);
  first.release();
  await first.staged.reaches('ready');
  first.staged.fill('Nombre', 'Eva');
  next(first.staged);
  first.staged.fill('Calle', 'Sol 1');
  await leavePage(first.staged);
  const again = placeMarkup(first.html);
  setValue(again.field('Nombre'), 'Ana');
  await again.reaches('ready');
  equal(heading(again), 'Paso 1 de 5');
  equal(again.field('Nombre').value, 'Ana');
  next(again);
  equal(again.field('Calle').value, 'Sol 1');
});

test('an error of the choice between branches is a link to its step', async () => {
  const staged = await open({ form_schema: BRANCHES });
  staged.element.submit();
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(heading(staged), 'Paso 2 de 3');
  equal(staged.focused, staged.query('select'));
});
