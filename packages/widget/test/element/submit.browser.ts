import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import { problem, problemType } from 'precandidate-contract';
import { accessibleNodes } from './stage/accessibility-tree.ts';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { stageCandidate, until } from './stage/candidate.ts';
import { formOf, PERU, text } from './stage/forms.ts';
import { fillPeru, onRequest, show, type Shown, unreachable } from './stage/show.ts';

let staged: Shown;

setup(async () => {
  staged = await show(PERU);
});

/** Shows another form in place of the first: of two in a page, only one has a status stream. */
async function showInstead(...form: Parameters<typeof show>): Promise<void> {
  staged.element.remove();
  staged = await show(...form);
}

const ids = () => ({
  person_id: staged.candidate.record.person_id,
  precandidate_id: staged.candidate.record.precandidate_id,
});

test('shows the fields of the service and leaves the focus alone', async () => {
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 2, required: 2, missing: 2 }]);
  equal(staged.element.missing, 2);
  ok(staged.element.matches(':state(ready)'));
  ok(staged.field('Número de documento'));
  equal(document.activeElement, document.body);
  await accessible(staged.element, 'ready');
});

test('an empty submit shows and focuses a summary that links to the fields', async () => {
  staged.press('Enviar');
  const summary = staged.query('.summary');
  equal(staged.focused, summary);
  equal(summary.localName, 'section', 'a named region is announced when it takes the focus');
  match(summary.innerText, /Faltan 2 datos\s+Escribe tu número de documento\s+Escribe tu ciudad/);
  deepEqual(staged.detailsOf('precandidate-invalid'), [
    {
      errors: [
        { pointer: '/document_id', keyword: 'required' },
        { pointer: '/city_locode', keyword: 'required' },
      ],
    },
  ]);
  const field = staged.field('Ciudad');
  equal(field.getAttribute('aria-invalid'), 'true');
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = described.map((id) => staged.root.getElementById(id)?.textContent);
  match(texts.join(' | '), /Error: Escribe tu ciudad/);
  await accessible(staged.element, 'with errors');

  staged.query<HTMLAnchorElement>('.summary li:nth-child(2) a').click();
  equal(staged.focused, field);
  equal(staged.element.state, 'ready');
});

test('correcting a field leaves its description alone until the candidate leaves the field', async () => {
  const field = staged.field('Número de documento');
  const description = async () =>
    (await accessibleNodes('textbox')).find(({ name }) => name === 'Número de documento')
      ?.description;
  const hint = await description();
  staged.press('Enviar');
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(staged.focused, field);
  const before = await description();
  equal(before, `${hint} Error: Escribe tu número de documento`);
  await sendKeys({ type: '12345678' });
  await until(() => staged.detailsOf('precandidate-change').length > 0);
  equal(await description(), before);
  await sendKeys({ press: 'Tab' });
  await until(() => staged.root.querySelectorAll('.field .error').length === 1);
  equal(field.getAttribute('aria-invalid'), null);
  equal(await description(), hint);
});

test('a tap that goes from the last field to the button hits it', async () => {
  const tap = async (label: string) => {
    const button = [...staged.root.querySelectorAll('button')].find(
      ({ innerText }) => innerText === label,
    );
    const { x, y, width, height } = (button as HTMLElement).getBoundingClientRect();
    await executeServerCommand('tap', { x: x + width / 2, y: y + height / 2 });
  };
  await tap('Enviar');
  await until(() => staged.root.querySelector('.summary') !== null);
  staged.field('Número de documento').focus();
  await sendKeys({ type: '12345678' });
  staged.field('Ciudad').focus();
  await sendKeys({ type: 'PE LIM' });
  await tap('Enviar');
  await staged.reaches('submitted');
});

test('submits with Enter, and the service confirms', async () => {
  staged.fill('Número de documento', '12345678');
  staged.field('Ciudad').focus();
  await sendKeys({ type: 'PE LIM' });
  await sendKeys({ press: 'Enter' });
  await staged.reaches('submitted');
  deepEqual(
    staged.names().filter((name) => name !== 'change'),
    ['ready', 'status', 'submitting', 'sent', 'status', 'submitted'],
  );
  deepEqual(staged.detailsOf('precandidate-submitting'), [ids()]);
  const [submitted] = staged.detailsOf('precandidate-submitted');
  deepEqual({ ...submitted, updated_at: null }, { ...ids(), by: 'form', updated_at: null });
  match(submitted?.updated_at ?? '', /^\d{4}-\d\d-\d\dT/);
  await staged.says(/¡Listo!/);
  equal(staged.focused, staged.query('.card .title'));
  await accessible(staged.element, 'submitted');
  equal(staged.root.querySelector('input'), null, 'what was typed is gone');
});

test('shows the errors that only the proxy finds at their fields', async () => {
  fillPeru(staged);
  const errors = [{ pointer: '/city_locode', keyword: 'pattern', detail: '' }];
  const body = problem('validation-failed', { errors });
  onRequest('/submission/', async () => Response.json(body, { status: 422 }));
  staged.press('Enviar');
  await until(() => staged.field('Ciudad').ariaInvalid === 'true');
  equal(staged.focused, staged.query('.summary'));
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(staged.focused, staged.field('Ciudad'));
  deepEqual(staged.detailsOf('precandidate-problem'), []);
});

for (const when of ['once it is open', 'while it still loads'])
  test(`says above the next form, ${when}, that what was submitted before did not arrive`, async () => {
    fillPeru(staged);
    const isBack = onRequest('/submission/', unreachable);
    staged.press('Enviar');
    await staged.says(/Lo intentaremos de nuevo/);
    const other = await stageCandidate(PERU);
    isBack();
    const refusal = { status: 401 };
    onRequest('/submission/', async () => Response.json(problem('session-expired'), refusal));
    staged.element.session = other.token;
    if (when === 'once it is open') await staged.reaches('ready');
    dispatchEvent(new Event('online'));
    await staged.reaches('ready');
    await staged.says(/Tus respuestas anteriores no se enviaron/);
    await until(() => /respuestas anteriores no se env/.test(staged.liveRegion.textContent));
    equal(staged.detailsOf('precandidate-problem').at(-1)?.type, problemType('session-expired'));
    await accessible(staged.element, 'lost values');
  });

test('focus(), submit(), and reset() act like the candidate', () => {
  staged.element.focus();
  equal(staged.focused, staged.field('Número de documento'));
  staged.fill('Número de documento', '1');
  staged.element.submit();
  equal(staged.focused, staged.query('.summary'));
  staged.element.reset();
  equal(staged.field('Número de documento').value, '');
  equal(staged.root.querySelectorAll('.error, .summary').length, 0);
});

test('sends nothing when the text that a press commits opens more questions', async () => {
  const more = { properties: { visa: { type: 'boolean', default: false, title: 'Visa' } } };
  const properties = { city: { type: 'string', title: 'Ciudad' } };
  const form_schema = { type: 'object', properties, dependencies: { city: more } };
  for (const submit of [
    () => staged.query('[part=submit]').click(),
    () => sendKeys({ press: 'Enter' }),
  ]) {
    await showInstead({ form_schema }, { locale: 'es' });
    staged.field('Ciudad').focus();
    await sendKeys({ type: 'Q' });
    await submit();
    await staged.says(/Según tus respuestas, hay más preguntas/);
    ok(staged.focused?.matches('[type=radio]'));
    deepEqual(staged.detailsOf('precandidate-submitting'), []);
    deepEqual((await staged.submitted()).data, { city: 'Q', visa: false });
  }
});

for (const [change, act] of [
  ['a reset', () => staged.element.reset()],
  ['the removal of an entry', () => staged.press('Quitar Referee 1')],
] as const)
  test(`${change} withdraws a submit that is to be repeated`, async () => {
    const items = { type: 'object', title: 'Referee', properties: { name: text('Full name') } };
    await showInstead(formOf({ people: { type: 'array', title: 'People', items } }));
    staged.press('Agregar Referee');
    staged.fill('Full name', 'Ana');
    const restore = onRequest('/submission/', unreachable);
    staged.press('Enviar');
    await staged.says(/Lo intentaremos de nuevo/);
    act();
    await until(() => !/Lo intentaremos de nuevo/.test(staged.query('.notice').innerText));
    restore();
    window.dispatchEvent(new Event('online'));
    equal(staged.element.state, 'ready');
    staged.press('Agregar Referee');
    staged.fill('Full name', 'Eva');
    deepEqual((await staged.submitted()).data, { people: [{ name: 'Eva' }] });
  });
