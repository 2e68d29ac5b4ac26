import { equal, deepEqual, match } from './stage/assert.ts';
import { serviceFails, stageCandidate, until, type StagedElement } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import { holdFiles, place } from './stage/show.ts';
import {
  browserBack,
  group,
  heading,
  next,
  open,
  request,
  stepsOf,
  toCheck,
} from './stage/steps.ts';

test("two forms of a page return to their own steps with the browser's Back", async () => {
  const first = await open();
  const second = await open();
  for (const staged of [first, second, first]) {
    if (heading(staged) === 'Paso 1 de 5') staged.fill('Nombre', 'Ana');
    else staged.fill('Calle', 'Sol 1');
    next(staged);
  }
  const shown = () => [first, second].map(heading);
  deepEqual(shown(), ['Paso 3 de 5', 'Paso 2 de 5']);
  await browserBack();
  deepEqual(shown(), ['Paso 2 de 5', 'Paso 2 de 5']);
  await browserBack();
  deepEqual(shown(), ['Paso 2 de 5', 'Paso 1 de 5']);
  await browserBack();
  deepEqual(shown(), ['Paso 1 de 5', 'Paso 1 de 5']);
});

test('two elements of one form return to their own steps', async () => {
  const ana = await stageCandidate(request);
  const first = place(ana);
  const second = place(ana);
  for (const staged of [first, second]) await staged.reaches('ready');
  first.fill('Nombre', 'Ana');
  next(first);
  const shown = () => [first, second].map(heading);
  deepEqual(shown(), ['Paso 2 de 5', 'Paso 1 de 5']);
  second.fill('Nombre', 'Eva');
  next(second);
  first.fill('Calle', 'Sol 1');
  next(first);
  deepEqual(shown(), ['Paso 3 de 5', 'Paso 2 de 5']);
  await browserBack();
  deepEqual(shown(), ['Paso 2 de 5', 'Paso 2 de 5']);
  await browserBack();
  deepEqual(shown(), ['Paso 2 de 5', 'Paso 1 de 5']);
});

test('another form in the same element starts with its first step, whatever Back leads to', async () => {
  const staged = await open();
  toCheck(staged);
  const other = await stageCandidate(request);
  staged.element.session = other.token;
  await until(() => staged.names().filter((name) => name === 'ready').length === 2);
  equal(heading(staged), 'Paso 1 de 5');
  await browserBack();
  equal(heading(staged), 'Paso 1 de 5');
});

test('once the answers are sent, Back shows no earlier step, and keeps no draft', async () => {
  const staged = await open();
  toCheck(staged);
  await serviceFails('/v3/precandidate/', 503);
  staged.press('Enviar');
  await staged.reaches('sent');
  const steps = stepsOf(staged);
  await browserBack();
  await staged.updated();
  deepEqual(stepsOf(staged), steps);
  equal(staged.element.state, 'sent');
  equal(sessionStorage.length, 0);
});

const CV = { type: 'string', format: 'data-url', title: 'CV' };
const FILES = {
  type: 'object',
  properties: {
    name: group('Tú', { full: text('Nombre') }),
    papers: group('Papeles', { cv: CV }),
    note: group('Nota', { note: text('Nota') }),
  },
};

const waiting = (staged: StagedElement) => staged.query('.waiting').innerText;

for (const way of ['Volver', "the browser's Back"] as const)
  test(`${way} while Continue waits for a file stays on the step before, and keeps the file`, async () => {
    const staged = place(await stageCandidate({ ...request, form_schema: FILES }));
    await staged.reaches('ready');
    next(staged);
    const end = holdFiles();
    staged.chooseFiles([new File(['Ñ'], 'cv.txt', { type: 'text/plain' })]);
    next(staged);
    match(waiting(staged), /\w/);
    if (way === 'Volver') staged.press('Volver');
    else await browserBack();
    equal(heading(staged), 'Paso 1 de 4');
    equal(waiting(staged), '');
    end('cv.txt', true);
    next(staged);
    await until(() => staged.root.querySelector('.file') !== null);
    match(staged.query('.file').innerText, /^cv\.txt/);
    equal(heading(staged), 'Paso 2 de 4');
    for (let n = 0; n < 2; n += 1) next(staged);
    equal(heading(staged), 'Paso 4 de 4 Revisa tus respuestas');
  });

for (const way of ['comes back', 'sends'] as const)
  test(`a file that cannot be read once its step has left the screen is told when the candidate ${way}`, async () => {
    const staged = place(await stageCandidate({ ...request, form_schema: FILES }));
    await staged.reaches('ready');
    next(staged);
    const end = holdFiles();
    staged.chooseFiles([new File(['Ñ'], 'cv.txt', { type: 'text/plain' })]);
    await browserBack();
    equal(heading(staged), 'Paso 1 de 4');
    next(staged);
    // Still being read.
    equal(heading(staged), 'Paso 1 de 4');
    end('cv.txt', false);
    await until(() => heading(staged) === 'Paso 2 de 4');
    match(staged.query('.files [role=alert]').innerText, /^cv\.txt: No se pudo leer/);
    staged.chooseFiles([new File(['Ñ'], 'again.txt', { type: 'text/plain' })]);
    equal(staged.query('.files [role=alert]').innerText, '');
    match(staged.query('[aria-busy]').innerText, /^again\.txt/);
    staged.press('Volver');
    end('again.txt', false);
    await until(() => staged.root.querySelector('.waiting')?.textContent === '');
    if (way === 'comes back') next(staged);
    else staged.element.submit();
    await until(() => heading(staged) === 'Paso 2 de 4');
    const alert = staged.query('.files [role=alert]');
    match(alert.innerText, /^again\.txt: No se pudo leer/);
    const { focused } = staged;
    if (way === 'sends')
      match(focused?.getAttribute('aria-describedby') ?? '', new RegExp(alert.id));
    equal(staged.detailsOf('precandidate-submitting').length, 0);
    staged.element.submit();
    await staged.reaches('submitted');
  });
