import { sendKeys } from '@web/test-runner-commands';
import branches from '../tables/branches.json' with { type: 'json' };
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { setValue, type StagedElement, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { show } from './stage/show.ts';

let staged: StagedElement;

const items = {
  type: 'object',
  title: 'Referee',
  properties: { name: text('Full name') },
  required: ['name'],
};

async function open(): Promise<void> {
  const people = { type: 'array', title: 'People', minItems: 1, maxItems: 3, items };
  staged = await show(formOf({ people }, { required: ['people'] }));
}

const names = () => [...staged.root.querySelectorAll<HTMLInputElement>('.item input')];
const values = () => names().map(({ value }) => value);

async function fillThree(): Promise<void> {
  for (const [index, name] of ['Ana', 'Luis', 'Eva'].entries()) {
    if (index > 0) staged.press('Agregar Referee');
    names()[index]?.focus();
    await sendKeys({ type: name });
  }
}

test('names entries and the add button after the title, and says when the list is full', async () => {
  await open();
  await fillThree();
  const legends = [...staged.root.querySelectorAll('.item legend')];
  deepEqual(
    legends.map(({ textContent }) => textContent),
    ['Referee 1', 'Referee 2', 'Referee 3'],
  );
  ok(!staged.root.querySelector('[part="add"]'));
  await staged.says(/Ya agregaste el máximo \(3\)/);
  staged.press('Quitar Referee 3');
  ok(staged.root.querySelector('[part="add"]'));
  ok(!/Ya agregaste el máximo/.test(staged.text));
});

test('errors follow their entry when an earlier one is removed', async () => {
  await open();
  await fillThree();
  staged.fill('Full name', '');
  names()[2]?.focus();
  await sendKeys({ press: 'Control+A' });
  await sendKeys({ press: 'Delete' });
  staged.press('Enviar');
  const wrong = () => names().map((input) => input.getAttribute('aria-invalid'));
  deepEqual(wrong(), ['true', null, 'true']);
  staged.press('Quitar Referee 1');
  deepEqual(wrong(), [null, 'true']);
  const links = [...staged.root.querySelectorAll<HTMLAnchorElement>('.summary a')];
  deepEqual(
    links.map(({ textContent }) => textContent),
    ['Referee 2: Escribe el nombre'],
  );
  links[0]?.click();
  equal(staged.focused, names()[1]);
});

test('restores a removed entry with its input', async () => {
  await open();
  await fillThree();
  staged.press('Quitar Referee 2');
  deepEqual(values(), ['Ana', 'Eva']);
  match(staged.query('.list [part=undo] > p').textContent, /Quitaste Referee 2/);
  await accessible(staged.element, 'removed');
  for (const [locale, said] of [
    ['en', /Removed Referee 2/],
    ['es', /Quitaste Referee 2/],
  ] as const) {
    staged.element.setAttribute('locale', locale);
    await staged.says(said);
  }
  names()[1]?.focus();
  await sendKeys({ type: ' Vega' });
  const undo = staged.query<HTMLButtonElement>('[part="undo-button"]');
  equal(undo.innerText, 'Deshacer');
  undo.focus();
  await sendKeys({ press: 'Enter' });
  await until(() => names().length === 3);
  deepEqual(values(), ['Ana', 'Luis', 'Eva Vega']);
  equal(staged.focused, names()[1]);
  match(staged.query('.list [part=undo] > p').textContent, /Agregaste Referee 2/);
  ok(!staged.root.querySelector('[part="undo-button"]'));
  const { data } = await staged.submitted();
  deepEqual(data, { people: [{ name: 'Ana' }, { name: 'Luis' }, { name: 'Eva Vega' }] });
});

test('restores the errors and the choices of a removed entry', async () => {
  staged = await show({ form_schema: branches.places });
  const selects = () => [...staged.root.querySelectorAll('select')];
  const chosen = selects()[0]!.options[2]!.value;
  setValue(selects()[0]!, chosen);
  staged.press('Enviar');
  await until(() => staged.root.querySelectorAll('.item .error').length === 2);
  staged.press('Agregar Lugar');
  staged.press('Quitar Lugar 1');
  await until(() => staged.root.querySelectorAll('.item .error').length === 1);
  staged.press('Deshacer');
  deepEqual(
    selects().map(({ value }) => value),
    [chosen, '', ''],
  );
  equal(staged.root.querySelectorAll('.item .error').length, 2);
});

test('no entry can be removed that the form needs', async () => {
  await open();
  const removes = () => [...staged.root.querySelectorAll('[part="remove"]')];
  equal(removes().length, 0);
  staged.press('Agregar Referee');
  equal(removes().length, 2);
  staged.press('Quitar Referee 2');
  equal(removes().length, 0);
});

test('an empty entry with many fields offers the entry before, and what is copied is sent', async () => {
  const fields = ['firm', 'city', 'role', 'boss', 'phone'];
  const properties = Object.fromEntries(fields.map((name) => [name, text(`El ${name}`)]));
  const job = { type: 'object', title: 'Trabajo', properties };
  staged = await show(formOf({ jobs: { type: 'array', title: 'Trabajos', items: job } }));
  staged.press('Agregar Trabajo');
  const [firm, city] = names();
  ok(firm && city);
  setValue(firm, 'Acme');
  setValue(city, 'Lima');
  staged.press('Agregar Trabajo');
  staged.press('Copiar los datos de Trabajo 1');
  deepEqual(values().slice(5), ['Acme', 'Lima', '', '', '']);
  ok(!/Copiar los datos/.test(staged.text), 'nothing is left to copy');
  await accessible(staged.element, 'copied');
  setValue(names()[6] as HTMLInputElement, 'Cusco');
  const { data } = await staged.submitted();
  deepEqual(data, {
    jobs: [
      { firm: 'Acme', city: 'Lima' },
      { firm: 'Acme', city: 'Cusco' },
    ],
  });
});
