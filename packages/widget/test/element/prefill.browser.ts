import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import requests from '../tables/prefilled-form.json' with { type: 'json' };
import { PERU } from './stage/forms.ts';
import { show } from './stage/show.ts';

const KNOWN = { document_id: '12345678', city_locode: 'PE LIM' };

const list = (staged: StagedElement) =>
  [...staged.root.querySelectorAll('.known dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
const details = (staged: StagedElement) => staged.query<HTMLDetailsElement>('details');

test('shows missing fields first and known data as a folded list, and submits both', async () => {
  const staged = await show(requests.sections);
  const labels = [...staged.root.querySelectorAll('form > .field > .label')];
  deepEqual(
    labels.map(({ textContent }) => textContent),
    ['Ciudad', 'Apodo (opcional)'],
  );
  await staged.says(/Ya tenemos estos datos/);
  deepEqual(list(staged), [
    ['Nombre completo', 'Ana Quispe'],
    ['Turno', 'Noches'],
    ['Fecha de nacimiento', '28 de febrero de 1990'],
    ['¿Trabajas?', 'No'],
    ['Sueldo', '12500.5'],
    ['CV', 'mi cv.txt'],
    ['Llamada', '5 de marzo de 2026, 09:30 (UTC-05:00)'],
    ['Empleos', 'Sol, ¿Sigues ahí?: No; Mar, 03:00 (UTC-05:00)'],
  ]);
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 15, required: 3, missing: 1 }]);
  await accessible(staged.element, 'folded');
  staged.fill('Ciudad', 'PE LIM');
  const { data } = await staged.submitted();
  deepEqual(data, { ...requests.sections.prefill, city_locode: 'PE LIM' });
});

test('unfolds known data for a correction, focuses its first field, and lists the new values', async () => {
  const staged = await show(requests.sections);
  const button = staged.query('summary');
  button.focus();
  await sendKeys({ press: 'Enter' });
  ok(details(staged).open);
  equal(staged.focused, staged.field('Nombre completo'));
  await until(() => staged.root.querySelector('.known dl') === null);
  await accessible(staged.element, 'unfolded');
  staged.fill('Nombre completo', 'Ana Quispe Soto');
  button.click();
  await until(() => list(staged)[0]?.[1] === 'Ana Quispe Soto');
  staged.fill('Ciudad', 'PE LIM');
  const { data } = await staged.submitted();
  equal(data.full_name, 'Ana Quispe Soto');
});

test('an error in a folded field unfolds it, and the summary leads there', async () => {
  const staged = await show(requests.sections);
  staged.fill('Nombre completo', '');
  ok(!details(staged).open);
  staged.press('Enviar');
  ok(details(staged).open);
  match(staged.query('.summary').innerText, /Escribe tu ciudad\s+Escribe tu nombre completo/);
  staged.query('summary').click();
  ok(!details(staged).open);
  const links = [...staged.root.querySelectorAll<HTMLAnchorElement>('.summary a')];
  links[1]?.click();
  ok(details(staged).open);
  equal(staged.focused, staged.field('Nombre completo'));
});

test('shows a known value that is invalid among the missing fields', async () => {
  const staged = await show(requests.invalid);
  deepEqual(list(staged), [['A', 'x']]);
  ok(staged.root.querySelector('form > .list'));
});

test('submits with one press when all data is known', async () => {
  const staged = await show({ ...PERU, prefill: KNOWN });
  // Its name comes with the list of cities.
  await until(() => list(staged).some(([, value]) => value === 'Lima'));
  equal(staged.root.querySelectorAll('form > .field').length, 0);
  staged.element.focus();
  equal(staged.focused, staged.query('summary'));
  deepEqual((await staged.submitted()).data, KNOWN);
});

test('shows a value that all branches share once', async () => {
  const staged = await show(requests.branches);
  deepEqual(list(staged), [['Nombre completo', 'Ana Quispe']]);
  equal(staged.root.querySelectorAll('.known').length, 1);
  staged.query('summary').click();
  equal(staged.root.querySelectorAll('[autocomplete=name]').length, 1);
  staged.fill('Nombre completo', 'Ana Soto');
  staged.fill('uno', 'x');
  const { data } = await staged.submitted();
  deepEqual(data, { full_name: 'Ana Soto', uno: 'x' });
});
