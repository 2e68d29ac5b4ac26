import { sendKeys } from '@web/test-runner-commands';
import type { PrecandidateFormElement } from '../../src/index.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { setValue, type StagedElement, until } from './stage/candidate.ts';
import { FORM, text } from './stage/forms.ts';
import { openPrerendered, type PrerenderedElement } from './stage/prerendered.ts';
import { addToPage } from './stage/show.ts';

let prerendered: PrerenderedElement;
let staged: StagedElement;

async function open(
  request: Parameters<typeof openPrerendered>[0] = { form_schema: FORM },
  setUp?: (element: PrecandidateFormElement) => void,
  change?: (markup: string) => string,
): Promise<void> {
  prerendered = await openPrerendered(request, setUp, change);
  ({ staged } = prerendered);
}

async function hydrate(): Promise<void> {
  prerendered.release();
  await staged.reaches('ready');
}

const isSame = () => staged.query('form') === prerendered.form;

test('keeps text, focus, and caret of a prerendered field while it hydrates', async () => {
  await open();
  equal(staged.element.state, 'loading');
  equal(staged.query('.skeleton').hidden, true);
  const input = staged.field('Nombre');
  input.focus();
  await sendKeys({ type: 'Ana Flores ' });
  input.setSelectionRange(4, 7, 'backward');
  await hydrate();
  ok(isSame(), 'The form was re-rendered');
  equal(staged.focused, input);
  equal(input.value, 'Ana Flores ');
  deepEqual(
    [input.selectionStart, input.selectionEnd, input.selectionDirection],
    [4, 7, 'backward'],
  );
  await sendKeys({ type: 'María' });
  const { data } = await staged.submitted();
  deepEqual(data, { name: 'Ana Maríares', city: 'Lima' });
});

test('a moment has its own time zone while the form is prerendered, then that of the candidate', async () => {
  const moment = { type: 'string', format: 'date-time', default: '2026-03-06T03:30:00Z' };
  const call = { ...moment, title: 'Llamada', readOnly: true };
  const properties = { ...FORM.properties, call, visit: { ...moment, title: 'Visita' } };
  await open({ form_schema: { ...FORM, properties } });
  const value = staged.query('.given .value');
  equal(value.textContent, '6 de marzo de 2026, 03:30 (UTC)');
  await hydrate();
  ok(isSame(), 'The form was re-rendered');
  equal(staged.query('.given .value'), value);
  equal(value.textContent, '5 de marzo de 2026, 22:30 (UTC-05:00)');
  equal(staged.field('Visita').value, '2026-03-05T22:30');
});

test('dispatches ready once, and change only for fields that the candidate filled in', async () => {
  await open();
  setValue(staged.field('Nombre'), 'Ana');
  await hydrate();
  await until(() => staged.detailsOf('precandidate-change').length > 0);
  deepEqual(
    staged.events.filter(([name]) => name !== 'status'),
    [
      ['ready', { fields: 3, required: 1, missing: 0 }],
      ['change', { field: '/name', missing: 0 }],
    ],
  );
});

for (const [what, changed] of [
  ['only focused a field', ['/name']],
  ['typed', ['/name']],
  ['typed and chose', ['/name', '/shift']],
] as const)
  test(`values that nobody edited stay as they are where the candidate ${what} before hydration`, async () => {
    const city = { ...text('Ciudad'), default: ' Lima ' };
    await open({ form_schema: { ...FORM, properties: { ...FORM.properties, city } } });
    staged.field('Nombre').focus();
    if (what.includes('typed')) await sendKeys({ type: 'Ana' });
    if (what.includes('chose')) staged.query<HTMLInputElement>('[type=radio]').click();
    await hydrate();
    if (!what.includes('typed')) setValue(staged.field('Nombre'), 'Ana');
    await until(() => staged.detailsOf('precandidate-change').length > 0);
    const { data } = await staged.submitted();
    equal(data['city'], ' Lima ');
    const details = staged.detailsOf('precandidate-change') as { field: string }[];
    deepEqual(details.map(({ field }) => field).toSorted(), changed);
  });

test('waits for a pause in typing, so that no key waits for hydration', async () => {
  await open();
  const hydrated = hydrate();
  const start = performance.now();
  setValue(staged.field('Nombre'), 'Ana');
  await hydrated;
  ok(performance.now() - start >= 399);
});

test('an edit withdraws a press that was held', async () => {
  await open();
  const input = staged.field('Nombre');
  input.focus();
  await sendKeys({ type: 'Ana' });
  await sendKeys({ press: 'Enter' });
  equal(staged.query('[part=submit]').ariaDisabled, 'true');
  await sendKeys({ type: ' F' });
  equal(staged.query('[part=submit]').ariaDisabled, 'false');
  await hydrate();
  equal(staged.detailsOf('precandidate-submitting').length, 0);
  equal(input.value, 'Ana F');
});

test('a held press that finds errors shows them and enables the button', async () => {
  await open();
  staged.query('[part=submit]').click();
  prerendered.release();
  await until(() => staged.detailsOf('precandidate-invalid').length > 0);
  equal(staged.focused, staged.query('.summary'));
  equal(staged.query('[part=submit]').ariaDisabled, 'false');
  ok(isSame(), 'The form was re-rendered');
});

for (const isRequired of [false, true])
  test(`a held press does not skip ${isRequired ? 'a required' : 'an optional'} field that the values add`, async () => {
    await open({
      form_schema: {
        ...FORM,
        if: { properties: { shift: { const: 'noche' } }, required: ['shift'] },
        then: { properties: { why: text('Motivo') }, required: isRequired ? ['why'] : [] },
      },
    });
    setValue(staged.field('Nombre'), 'Ana');
    staged.query<HTMLInputElement>('[type=radio][value*=noche]').click();
    staged.query('[part=submit]').click();
    await hydrate();
    equal(staged.focused, staged.field('Motivo'));
    await staged.says(
      /Según tus respuestas, hay más preguntas\s+Respóndelas y envía tus datos de nuevo/,
    );
    match(staged.liveRegion.textContent, /Todavía no se ha enviado nada/);
    equal(staged.query('[part=submit]').ariaDisabled, 'false');
    equal(staged.detailsOf('precandidate-submitting').length, 0);
    equal(staged.detailsOf('precandidate-invalid').length, 0);
    setValue(staged.field('Motivo'), 'Prefiero');
    const { data } = await staged.submitted();
    deepEqual(data, { name: 'Ana', city: 'Lima', shift: 'noche', why: 'Prefiero' });
    equal(staged.text.includes('Tus respuestas'), false);
  });

test('a choice that was made before hydration clicks nothing in the page a second time', async () => {
  await open();
  staged.query<HTMLInputElement>('[type=radio]').click();
  const clicks: Event[] = [];
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  document.addEventListener('click', (event) => clicks.push(event), options);
  await hydrate();
  listeners.abort();
  deepEqual(clicks, []);
  setValue(staged.field('Nombre'), 'Ana');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima', shift: 'día' });
});

test('hydrates in the language of its nodes, then shows another one and keeps the input', async () => {
  await open({ form_schema: FORM, locale: 'pt-BR' }, (element) => {
    element.locale = 'es-PE';
  });
  const input = staged.field('Nombre');
  input.focus();
  await sendKeys({ type: 'Ana' });
  input.setSelectionRange(1, 2);
  setValue(staged.field('Ciudad'), 'Cusco');
  staged.query<HTMLInputElement>('[type=radio]').click();
  input.focus();
  await hydrate();
  ok(isSame(), 'The form was re-rendered');
  equal(staged.focused, staged.field('Nombre'));
  equal(staged.query('[part=submit]').innerText, 'Enviar');
  equal(staged.field('Nombre').selectionStart, 1);
  const { data } = await staged.submitted();
  deepEqual(data, { name: 'Ana', city: 'Cusco', shift: 'día' });
});

const cv = { ...text('CV'), format: 'data-url' };
const WITH_CV = { ...FORM, properties: { ...FORM.properties, cv } };

for (const isReplaced of [false, true])
  test(`keeps input, focus, and a file that was chosen before hydration${isReplaced ? ', where a newer schema replaces the nodes' : ''}`, async () => {
    const change = (html: string) =>
      isReplaced ? html.replace(' rendered="', ' rendered="older') : html;
    await open({ form_schema: WITH_CV }, undefined, change);
    staged.field('Nombre').focus();
    await sendKeys({ type: 'Ana' });
    staged.chooseFiles([new File(['hello'], 'cv.txt', { type: 'text/plain' })]);
    const isInputSeen = () => staged.query('input[type=file]').offsetWidth > 1;
    ok(isInputSeen(), 'The browser names the file');
    await hydrate();
    ok(!isInputSeen());
    equal(isSame(), !isReplaced);
    equal(staged.focused, staged.field('Nombre'));
    await until(() => staged.text.includes('cv.txt'));
    const { data } = await staged.submitted();
    deepEqual([data['name'], data['cv']], ['Ana', 'data:text/plain;name=cv.txt;base64,aGVsbG8=']);
  });

test('a prefilled form hydrates with its known data folded, and open if it was opened', async () => {
  await open({ form_schema: FORM, prefill: { name: 'Ana', city: 'Cusco' } });
  staged.query<HTMLDetailsElement>('details').open = true;
  setValue(staged.field('Ciudad'), 'Piura');
  await hydrate();
  equal(staged.query<HTMLDetailsElement>('details').open, true);
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Piura' });
});

test('a prerendered form that waits for a session keeps its input beside the problem', async () => {
  await open(undefined, (element) => {
    element.session = 'not.a.token';
  });
  setValue(staged.field('Nombre'), 'Ana');
  prerendered.release();
  await staged.reaches('problem');
  equal(staged.field('Nombre').value, 'Ana');
  // Its messages may still be on their way.
  await until(() => staged.element.shadowRoot?.querySelector('[part=notice]') !== null);
  staged.element.session = prerendered.token;
  await staged.reaches('ready');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('nothing moves when a long form with a chosen answer hydrates', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, text(name)]));
  const form_schema = {
    type: 'object',
    properties: { ...FORM.properties, ...properties },
    required: names,
  };
  await open({ form_schema });
  const after = addToPage('p');
  staged.query<HTMLInputElement>('[type=radio]').click();
  const known = [...staged.root.querySelectorAll('#form-app *'), after];
  const before = known.map(placeOf);
  await hydrate();
  deepEqual(known.map(placeOf), before);
  ok(staged.root.querySelector('progress'));
  equal(staged.query('[part=clear]').checkVisibility(), true);
});

function placeOf(element: Element): number[] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}

for (const how of ['typed', 'typed and left'])
  test(`what the candidate ${how} over the default of a long text, before hydration, is sent`, async () => {
    const about = { ...text('Acerca de ti'), maxLength: 400, default: 'Nada' };
    await open({ form_schema: { ...FORM, required: [], properties: { about } } });
    const area = staged.query<HTMLTextAreaElement>('textarea');
    area.focus();
    area.select();
    await sendKeys({ type: 'Soy Ana' });
    area.setSelectionRange(3, 3);
    await sendKeys({ type: 'a' });
    if (how.includes('left')) area.blur();
    await hydrate();
    if (how === 'typed') deepEqual([area.selectionStart, area.selectionEnd], [4, 4]);
    const { data } = await staged.submitted();
    deepEqual(data, { about: 'Soya Ana' });
  });
