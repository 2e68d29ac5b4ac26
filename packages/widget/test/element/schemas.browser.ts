import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { stageCandidate, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { place, show } from './stage/show.ts';
import { takeStep } from './stage/take-step.ts';

test('renders field names with quotes, slashes, dots, spaces, markup, and emoji', async () => {
  const staged = await show({ pipeline_name: 'odd_names' });
  staged.press('Enviar');
  await accessible(staged.element, 'odd names');
  const ids = [...staged.root.querySelectorAll('[id]')].map(({ id }) => id);
  equal(new Set(ids).size, ids.length);
  for (const field of staged.root.querySelectorAll('[aria-describedby]'))
    for (const id of (field.getAttribute('aria-describedby') ?? '').split(' '))
      ok(staged.root.getElementById(id), `${id} is not there`);
  // Tags of a schema are structure, not text.
  await staged.says(/bold & co/);
  await staged.says(/Looks like mark-up/);
});

test('submits a form without fields with one press', async () => {
  const staged = await show({ pipeline_name: 'no_fields' });
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 0, required: 0, missing: 0 }]);
  await staged.says(/No falta ningún dato/);
  await accessible(staged.element, 'no fields');
  staged.press('Confirmar');
  await staged.reaches('submitted');
});

test('a condition shows its fields, and moves no focus', async () => {
  const staged = await show({ pipeline_name: 'everything' });
  await takeStep(staged, ['Do you have a job now?', 'Sí']);
  await until(() => staged.text.includes('Employer'));
  ok(!staged.text.includes('Last employer'));
  equal((staged.focused as HTMLInputElement).type, 'radio');
  await accessible(staged.element, 'condition');
});

test('adds, removes, and validates entries of a list', async () => {
  const staged = await show({ pipeline_name: 'reference_check' });
  staged.press('Agregar Referencia');
  await until(() => staged.text.includes('Referencia 2'));
  equal(staged.focused?.id, staged.root.querySelectorAll('.item')[1]?.querySelector('input')?.id);
  match(staged.query('.list > div > p').innerText, /Agregaste Referencia 2/);
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Faltan 8 datos/);
  await accessible(staged.element, 'list');
  const focused: (EventTarget | null)[] = [];
  staged.root.addEventListener('focusin', ({ target }) => focused.push(target));
  staged.press('Quitar Referencia 2');
  await until(() => staged.root.querySelectorAll('.item').length === 1);
  equal(staged.focused?.innerText, 'Agregar Referencia');
  deepEqual(focused.length, 1, 'no other field gets the focus meanwhile');
  match(staged.query('.list > div > p').innerText, /Queda 1/);
  ok(staged.detailsOf('precandidate-change').some(({ field }) => field === '/referees'));
});

test('shows numbers as the region writes them, and sends what is shown', async () => {
  const properties = {
    pay: { type: 'number', title: 'Pay', minimum: 1000 },
    staff: { type: 'integer', title: 'Staff' },
    name: text('Name'),
  };
  const staged = await show({
    ...formOf(properties, { required: ['pay', 'staff', 'name'] }),
    locale: 'es-AR',
  });
  equal(staged.field('Pay').type, 'text');
  staged.fill('Pay', '999');
  staged.fill('Staff', '12345678901234567890');
  staged.field('Name').focus();
  await sendKeys({ type: '   ' });
  staged.press('Enviar');
  match(
    staged.query('.summary').innerText,
    /Pay: debe ser 1\.000 o más\s+Staff: el número tiene demasiados dígitos.*\s+Escribe el nombre/,
  );
  equal(staged.field('Staff').value, '12345678901234567890');
  staged.field('Pay').focus();
  staged.field('Pay').select();
  await sendKeys({ type: '1,234.56' });
  staged.field('Pay').blur();
  staged.fill('Staff', '1.234');
  staged.fill('Name', ' Ana ');
  equal(staged.field('Pay').value, '1234,56');
  staged.element.locale = 'en-US';
  await until(() => staged.field('Pay').value === '1234.56');
  deepEqual((await staged.submitted()).data, { pay: 1234.56, staff: 1234, name: 'Ana' });
});

test('a schema that cannot be used is a problem with its own text', async () => {
  const staged = place(await stageCandidate(formOf({ odd: { $ref: '#/nowhere' } })));
  await staged.reaches('problem', 'ready');
  equal(staged.element.state, 'problem');
  await staged.says(/No podemos mostrar el formulario/);
  await accessible(staged.element, 'broken');
});

test('a right press does not delay what is typed: its release may go to the context menu', async () => {
  const rest = {
    if: { properties: { code: { pattern: '^C' } }, required: ['code'] },
    then: { properties: { country: text('Country') } },
  };
  const staged = await show(formOf({ code: text('Code') }, rest));
  staged.field('Code').focus();
  const press = { bubbles: true, composed: true, button: 2 };
  staged.field('Code').dispatchEvent(new PointerEvent('pointerdown', press));
  staged.fill('Code', 'C1');
  staged.field('Code').blur();
  await staged.says(/Country/);
});
