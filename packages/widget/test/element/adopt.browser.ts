import { sendKeys } from '@web/test-runner-commands';
import type { PrecandidateFormElement } from '../../src/index.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { loadWidget, setValue, StagedElement, until } from './stage/candidate.ts';
import { holdOpenings, standDrawn, type DrawnElement } from './stage/drawn.ts';

const text = (title: string) => ({ type: 'string', title });
const FORM = {
  type: 'object',
  properties: {
    name: text('Nombre'),
    city: { ...text('Ciudad'), default: 'Lima' },
    shift: { ...text('Turno'), enum: ['día', 'noche'] },
  },
  required: ['name'],
};

let drawn: DrawnElement;
let staged: StagedElement;

suiteSetup(() => loadWidget());

teardown(() => {
  drawn.go();
  staged.element.remove();
  sessionStorage.clear();
});

async function stand(
  request: Parameters<typeof standDrawn>[0] = { form_schema: FORM },
  setUp?: (element: PrecandidateFormElement) => void,
): Promise<void> {
  drawn = await standDrawn(request, setUp);
  ({ staged } = drawn);
}

async function takeOver(): Promise<void> {
  drawn.go();
  await staged.reaches('ready');
}

const isSame = () => staged.query('form') === drawn.form;

test('fields take text before the form listens: focus, caret and what is typed on stay', async () => {
  await stand();
  equal(staged.element.state, 'loading');
  equal(staged.query('.skeleton').hidden, true);
  const input = staged.field('Nombre');
  input.focus();
  await sendKeys({ type: 'Ana Flores ' });
  input.setSelectionRange(4, 7, 'backward');
  await takeOver();
  ok(isSame(), 'The form was drawn anew');
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

test('the host is told of the form once, and of those fields only that the candidate filled in', async () => {
  await stand();
  setValue(staged.field('Nombre'), 'Ana');
  await takeOver();
  await until(() => staged.detailsOf('precandidate-change').length > 0);
  deepEqual(
    staged.told.filter(([name]) => name !== 'status'),
    [
      ['ready', { fields: 3, required: 1, missing: 0 }],
      ['change', { field: '/name', missing: 0 }],
    ],
  );
});

for (const way of ['click', 'Enter', 'submit()'] as const)
  test(`a submit by ${way} before the form listens is kept, and made once`, async () => {
    await stand();
    const input = staged.field('Nombre');
    input.focus();
    await sendKeys({ type: 'Ana' });
    const button = staged.query('[part=submit]');
    if (way === 'click') button.click();
    else if (way === 'Enter') await sendKeys({ press: 'Enter' });
    else staged.element.submit();
    button.click();
    equal(button.ariaDisabled, 'true');
    await until(() => staged.query('[role=status]').textContent.includes('Revisando tus datos'));
    await sendKeys({ type: ' F' });
    drawn.go();
    await staged.reaches('submitted');
    equal(staged.detailsOf('precandidate-submitting').length, 1);
    equal(staged.detailsOf('precandidate-submitted').length, 1);
  });

test('a kept submit that finds errors shows them, and the button is ready again', async () => {
  await stand();
  staged.query('[part=submit]').click();
  drawn.go();
  await until(() => staged.detailsOf('precandidate-invalid').length > 0);
  equal(staged.focused, staged.query('.summary'));
  equal(staged.query('[part=submit]').ariaDisabled, null);
  ok(isSame(), 'The form was drawn anew');
});

for (const isRequired of [false, true])
  test(`a kept submit does not pass over ${isRequired ? 'a required' : 'an optional'} question that its answers bring`, async () => {
    await stand({
      form_schema: {
        ...FORM,
        if: { properties: { shift: { const: 'noche' } }, required: ['shift'] },
        then: { properties: { why: text('Motivo') }, required: isRequired ? ['why'] : [] },
      },
    });
    setValue(staged.field('Nombre'), 'Ana');
    staged.query<HTMLInputElement>('[type=radio][value="1"]').click();
    staged.query('[part=submit]').click();
    await takeOver();
    equal(staged.focused, staged.field('Motivo'));
    await staged.says(
      /Hay más preguntas según tus respuestas\s+Respóndelas y vuelve a enviar tus datos/,
    );
    match(staged.query('[role=status]').textContent, /Todavía no los enviamos/);
    equal(staged.query('[part=submit]').ariaDisabled, null);
    equal(staged.detailsOf('precandidate-submitting').length, 0);
    equal(staged.detailsOf('precandidate-invalid').length, 0);
    setValue(staged.field('Motivo'), 'Prefiero');
    const { data } = await staged.submitted();
    deepEqual(data, { name: 'Ana', city: 'Lima', shift: 'noche', why: 'Prefiero' });
    equal(staged.text.includes('Tus respuestas'), false);
  });

const REFEREES = {
  ...FORM,
  properties: {
    ...FORM.properties,
    referees: { type: 'array', title: 'Referencia', items: text('Referencia'), minItems: 1 },
  },
};
const add = () => staged.query('[part=add]');
const entries = () => [...staged.root.querySelectorAll<HTMLInputElement>('.item input')];

for (const locale of ['es-PE', 'pt-BR'])
  test(`a further entry asked for before the form listens is there after, and has the focus: ${locale}`, async () => {
    await stand({ form_schema: REFEREES }, (element) => {
      element.locale = locale;
    });
    const before = entries().length;
    add().focus();
    add().click();
    equal(add().ariaDisabled, 'true');
    await takeOver();
    equal(entries().length, before + 1);
    equal(staged.focused, entries().at(-1));
    equal(add().ariaDisabled, null);
    add().click();
    equal(entries().length, before + 2);
    equal(add().ariaDisabled, null);
  });

test('whoever has gone on since a further entry was asked for stays where they are', async () => {
  await stand({ form_schema: REFEREES });
  add().click();
  staged.field('Nombre').focus();
  await sendKeys({ type: 'Ana' });
  await takeOver();
  equal(staged.focused, staged.field('Nombre'));
  equal(staged.field('Nombre').value, 'Ana');
  staged.root.querySelector<HTMLElement>('.item:first-of-type [part=remove]')?.click();
  equal(entries().length, 1);
  setValue(staged.field('Referencia'), 'Eva');
  const { data } = await staged.submitted();
  deepEqual(data, { name: 'Ana', city: 'Lima', referees: ['Eva'] });
});

test('nothing moves when a choice that can be taken back is taken over, and it can be before', async () => {
  await stand();
  const after = document.body.appendChild(document.createElement('p'));
  staged.query<HTMLInputElement>('[type=radio]').click();
  const before = placeOf(after);
  await takeOver();
  deepEqual(placeOf(after), before);
  equal(staged.query('[part=clear]').checkVisibility(), true);
  after.remove();
});

test('a choice taken back before the form listens is taken back after', async () => {
  await stand();
  setValue(staged.field('Nombre'), 'Ana');
  staged.query<HTMLInputElement>('[type=radio]').click();
  staged.query('[part=clear]').click();
  await takeOver();
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('in another language than it was drawn in, the form is drawn anew and keeps what was typed', async () => {
  await stand({ form_schema: FORM, locale: 'pt-BR' }, (element) => {
    element.locale = 'es-PE';
  });
  const input = staged.field('Nombre');
  input.focus();
  await sendKeys({ type: 'Ana' });
  input.setSelectionRange(1, 2);
  setValue(staged.field('Ciudad'), 'Cusco');
  staged.query<HTMLInputElement>('[type=radio]').click();
  input.focus();
  await takeOver();
  ok(!isSame(), 'The form is the same');
  equal(staged.focused, staged.field('Nombre'));
  equal(staged.field('Nombre').selectionStart, 1);
  const { data } = await staged.submitted();
  deepEqual(data, { name: 'Ana', city: 'Cusco', shift: 'día' });
});

test('with words of the host the form is drawn anew and keeps what was typed', async () => {
  await stand(undefined, (element) => {
    element.messages = { es: { submit: 'Mandar' } };
  });
  setValue(staged.field('Nombre'), 'Ana');
  await takeOver();
  equal(staged.query('[part=submit]').innerText, 'Mandar');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('what somebody else put into the form costs no answer', async () => {
  await stand();
  setValue(staged.field('Nombre'), 'Ana');
  staged.query('[part=label]').append(document.createElement('font'), 'translated');
  staged.query('.field').append(document.createElement('span'));
  await takeOver();
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('what is typed in the page goes before what was kept, field by field', async () => {
  await stand();
  await takeOver();
  staged.fill('Nombre', 'Eva');
  staged.fill('Ciudad', 'Tacna');
  await until(() => sessionStorage.length > 0);
  staged.element.remove();
  await until(() => staged.element.state !== 'checking');
  const again = document.createElement('div');
  again.setHTMLUnsafe(drawn.html);
  staged = new StagedElement(
    () => {},
    document.body,
    again.firstElementChild as PrecandidateFormElement,
  );
  setValue(staged.field('Nombre'), 'Ana');
  await staged.reaches('ready');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Tacna' });
});

/** As a page that is loaded again, or that a phone took away and brings back. */
async function standAgain(): Promise<void> {
  staged.element.remove();
  const again = document.createElement('div');
  again.setHTMLUnsafe(drawn.html);
  const element = again.firstElementChild as PrecandidateFormElement;
  staged = new StagedElement(() => {}, document.body, element);
  await staged.drawn();
}
const RESTORED = /Recuperamos lo que habías escrito/;

test('what is filled in before the form listens is kept, and there after a reload', async () => {
  await stand();
  staged.field('Nombre').focus();
  await sendKeys({ type: 'Ana' });
  await until(() => sessionStorage.length > 0);
  const [first] = Object.values(sessionStorage);
  setValue(staged.field('Ciudad'), 'Cusco');
  await until(() => Object.values(sessionStorage)[0] !== first);
  await standAgain();
  equal(staged.field('Nombre').value, '');
  setValue(staged.field('Ciudad'), 'Tacna');
  await takeOver();
  await staged.says(RESTORED);
  equal(staged.field('Nombre').value, 'Ana');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Tacna' });
  equal(sessionStorage.length, 0);
});

test('a choice made before the form listens is there after a reload, twice', async () => {
  await stand();
  drawn.go();
  await staged.reaches('ready');
  staged.fill('Nombre', 'Eva');
  await until(() => sessionStorage.length > 0);
  const [first] = Object.values(sessionStorage);
  const again = holdOpenings();
  await standAgain();
  staged.query<HTMLInputElement>('[type=radio][value="1"]').click();
  await until(() => Object.values(sessionStorage)[0] !== first);
  await standAgain();
  again();
  await staged.reaches('ready');
  deepEqual((await staged.submitted()).data, { name: 'Eva', city: 'Lima', shift: 'noche' });
});

test('whoever types for the first time is not told of something kept', async () => {
  await stand();
  setValue(staged.field('Nombre'), 'Ana');
  await until(() => sessionStorage.length > 0);
  await takeOver();
  equal(RESTORED.test(staged.text), false);
  equal(staged.field('Nombre').value, 'Ana');
});

test('a prefilled form is taken over with what is known folded, and open if it was opened', async () => {
  await stand({ form_schema: FORM, prefill: { name: 'Ana', city: 'Cusco' } });
  staged.query<HTMLDetailsElement>('details').open = true;
  setValue(staged.field('Ciudad'), 'Piura');
  await takeOver();
  equal(staged.query<HTMLDetailsElement>('details').open, true);
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Piura' });
});

test('fields that wait for a session stay with what was typed, beside what went wrong', async () => {
  await stand(undefined, (element) => {
    element.session = 'not.a.token';
  });
  setValue(staged.field('Nombre'), 'Ana');
  drawn.go();
  await staged.reaches('problem');
  equal(staged.field('Nombre').value, 'Ana');
  // Its words may still be on their way.
  await until(() => staged.element.shadowRoot?.querySelector('[part=notice]') !== null);
  staged.element.session = drawn.token;
  await staged.reaches('ready');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('taken out of the page and put back while it waits, it goes on', async () => {
  await stand();
  setValue(staged.field('Nombre'), 'Ana');
  staged.element.remove();
  document.body.append(staged.element);
  await takeOver();
  ok(isSame(), 'The form was drawn anew');
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Lima' });
});

test('reset before the form listens empties it', async () => {
  await stand();
  setValue(staged.field('Nombre'), 'Ana');
  staged.query('[part=submit]').click();
  staged.element.reset();
  await takeOver();
  equal(staged.field('Nombre').value, '');
  equal(staged.names().includes('submitting'), false);
});

test('nothing moves when a long form is taken over', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, text(name)]));
  await stand({ form_schema: { type: 'object', properties, required: names } });
  const after = document.body.appendChild(document.createElement('p'));
  const before = [...staged.root.querySelectorAll('#island *'), after].map(placeOf);
  const known = [...staged.root.querySelectorAll('#island *')];
  await takeOver();
  deepEqual([...known, after].map(placeOf), before);
  ok(staged.root.querySelector('progress'));
  after.remove();
});

function placeOf(element: Element): number[] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}
