import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { takeStep } from './stage/take-step.ts';
import { loadWidget, setValue, stageCandidate, StagedElement, until } from './stage/candidate.ts';
import type { CandidateRequest } from './stage/start-stage.ts';

const shown: StagedElement[] = [];

suiteSetup(() => loadWidget());

teardown(() => {
  for (const staged of shown.splice(0)) staged.element.remove();
});

async function show(request: CandidateRequest): Promise<StagedElement> {
  const { token } = await stageCandidate(request);
  const staged = new StagedElement((element) => element.setAttribute('session', token));
  shown.push(staged);
  await staged.reaches('ready');
  return staged;
}

const object = (properties: object, rest: object = {}) => ({
  form_schema: { type: 'object', properties, ...rest },
});

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
  for (const input of staged.root.querySelectorAll('input'))
    setValue(input, input.closest('.date') ? '28' : 'x');
  staged.fill('Año', '1990');
  staged.fill('Mes', '2');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('submits a form without fields with one press', async () => {
  const staged = await show({ pipeline_name: 'no_fields' });
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 0, required: 0, missing: 0 }]);
  await staged.says(/No falta ningún dato/);
  await accessible(staged.element, 'no fields');
  staged.press('Confirmar');
  await staged.reaches('submitted');
});

test('every kind of field is accessible, before and after a submit', async () => {
  const staged = await show({ pipeline_name: 'everything' });
  await accessible(staged.element, 'everything');
  staged.press('Enviar');
  await accessible(staged.element, 'everything, with errors');
});

test('opening a form gives no consent and no answer', async () => {
  const staged = await show(
    object(
      {
        consent: { type: 'boolean', const: true, title: 'I agree' },
        job: { type: 'boolean', title: 'Job?' },
      },
      { required: ['consent', 'job'] },
    ),
  );
  equal(staged.element.missing, 2);
  equal(staged.root.querySelectorAll('input:checked').length, 0);
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Marca «I agree» para continuar\s+Responde: Job\?/);
  const links = [...staged.root.querySelectorAll<HTMLAnchorElement>('.summary a')];
  links[1]?.click();
  equal((staged.focused as HTMLInputElement).type, 'radio');
  staged.field('No').click();
  staged.field('I agree').click();
  equal(staged.element.missing, 0);
  await accessible(staged.element, 'choices');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('a condition shows its fields', async () => {
  const staged = await show({ pipeline_name: 'everything' });
  await takeStep(staged, ['Do you have a job now?', 'Sí']);
  await until(() => staged.text.includes('Employer'));
  ok(!staged.text.includes('Last employer'));
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
  staged.press('Quitar Referencia 2');
  await until(() => staged.root.querySelectorAll('.item').length === 1);
  equal(staged.focused?.innerText, 'Quitar Referencia 1');
  match(staged.query('.list > div > p').innerText, /Queda 1/);
  ok(staged.detailsOf('precandidate-change').some(({ field }) => field === '/referees'));
});

test('fills in a list of choices with checkboxes', async () => {
  const items = { type: 'string', enum: ['days', 'nights'] };
  const shifts = { type: 'array', title: 'Shifts', uniqueItems: true, minItems: 1, items };
  const staged = await show(object({ shifts }, { required: ['shifts'] }));
  await accessible(staged.element, 'boxes');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Elige «Shifts»/);
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(staged.focused, staged.field('days'));
  staged.field('nights').click();
  staged.field('days').click();
  deepEqual(
    [...staged.root.querySelectorAll<HTMLInputElement>('input')].map(({ checked }) => checked),
    [true, true],
  );
  staged.field('days').click();
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('a oneOf asks for the branch, and shows the fields of the chosen one', async () => {
  const shape = (title: string, name: string) => ({
    title,
    type: 'object',
    properties: { [name]: { type: 'string', title: `Your ${name}` } },
    required: [name],
  });
  const staged = await show(
    object(
      {
        contact: {
          title: 'Contact',
          description: 'How to reach you',
          oneOf: [shape('By mail', 'street'), shape('By phone', 'number')],
        },
      },
      { required: ['contact'] },
    ),
  );
  await accessible(staged.element, 'shapes');
  const described = staged.field('Contact').getAttribute('aria-describedby') ?? '';
  equal(staged.root.getElementById(described)?.textContent, 'How to reach you');
  setValue(staged.field('Contact') as unknown as HTMLSelectElement, '1');
  await until(() => staged.text.includes('Your number'));
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /^Falta 1 dato\s+Ingresa «Your number»$/);
  const ids = [...staged.root.querySelectorAll('[id]')].map(({ id }) => id);
  equal(new Set(ids).size, ids.length);
});

test('accepts numbers with comma or point, and shows an error for text', async () => {
  const staged = await show(
    object({
      pay: { type: 'number', title: 'Pay', maximum: 10 },
      age: { type: 'integer', title: 'Age' },
    }),
  );
  staged.fill('Pay', '3,5');
  staged.fill('Age', 'old');
  staged.press('Enviar');
  match(
    staged.query('.summary').innerText,
    /^Hay un dato por corregir\s+Age: debe ser un número entero, sin decimales$/,
  );
  equal(staged.field('Pay').value, '3.5');
  staged.fill('Pay', '12');
  staged.fill('Age', '40');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Pay: debe ser 10 o menos/);
  staged.fill('Pay', '9.5');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('accepts thousands separators, and formats numbers for the region', async () => {
  const { token } = await stageCandidate({
    ...object(
      {
        pay: { type: 'number', title: 'Pay', minimum: 1000 },
        staff: { type: 'integer', title: 'Staff' },
      },
      { required: ['pay', 'staff'] },
    ),
    locale: 'es-AR',
  });
  const staged = new StagedElement((element) => element.setAttribute('session', token));
  shown.push(staged);
  await staged.reaches('ready');
  equal(staged.field('Pay').type, 'text');
  staged.fill('Pay', '999');
  staged.fill('Staff', '12345678901234567890');
  staged.press('Enviar');
  match(
    staged.query('.summary').innerText,
    /Pay: debe ser 1\.000 o más\s+Staff: el número tiene demasiados dígitos/,
  );
  equal(staged.field('Staff').value, '12345678901234567890');
  staged.field('Pay').focus();
  staged.field('Pay').select();
  await sendKeys({ type: '1,234.56' });
  staged.fill('Staff', '1.234');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('formats a number with the decimal separator of the locale', async () => {
  const staged = await show(object({ pay: { type: 'number', title: 'Pay' } }));
  staged.field('Pay').focus();
  await sendKeys({ type: '1 234,50' });
  staged.field('Pay').blur();
  equal(staged.field('Pay').value, '1234.5');
  staged.element.locale = 'pt-BR';
  await staged.says(/Enviar/);
  await until(() => staged.field('Pay').value === '1234,5');
});

test('ignores blanks, and sends a number as it is shown', async () => {
  const staged = await show(
    object(
      {
        document_id: { type: 'string', title: 'CPF', pattern: '^[0-9]{11}$' },
        full_name: { type: 'string', title: 'Nombre' },
      },
      { required: ['document_id', 'full_name'] },
    ),
  );
  staged.field('CPF').focus();
  await sendKeys({ type: ' 529.982.247-25 ' });
  staged.field('Nombre').focus();
  await sendKeys({ type: '   ' });
  equal(staged.field('CPF').value, '52998224725');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /^Falta 1 dato\s+Ingresa tu nombre completo$/);
  staged.fill('Nombre', ' Ana ');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('keeps every letter that is typed at once, and reports one change', async () => {
  const staged = await show({ pipeline_name: 'peru_basic' });
  staged.field('Número de documento').focus();
  // In one task: a busy machine can delay keys from outside by more than the pause.
  for (const key of '12345678') document.execCommand('insertText', false, key);
  await until(() => staged.detailsOf('precandidate-change').length > 0);
  equal(staged.detailsOf('precandidate-change').length, 1);
  equal(staged.field('Número de documento').value, '12345678');
});

test('commits autofill that dispatches only change', async () => {
  const staged = await show({ pipeline_name: 'peru_basic' });
  const field = staged.field('Número de documento');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, '12345678');
  field.dispatchEvent(new Event('change', { bubbles: true }));
  staged.fill('Ciudad', 'PE LIM');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('submits values that were set without an event', async () => {
  const staged = await show({ pipeline_name: 'peru_basic' });
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  const documentId = staged.field('Número de documento');
  set?.call(documentId, '12.345.678');
  // Another field draws the form anew.
  staged.fill('Ciudad', 'PE LIM');
  await until(() => staged.detailsOf('precandidate-change').length > 0);
  equal(documentId.value, '12.345.678');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('shows the prefilled values of the session', async () => {
  const staged = await show({ pipeline_name: 'peru_basic', prefill: { document_id: '12345678' } });
  equal(staged.field('Número de documento').value, '12345678');
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 2, required: 2, missing: 1 }]);
});

test('two elements in one page do not affect each other', async () => {
  const first = await show({ pipeline_name: 'peru_basic' });
  const second = await show({ pipeline_name: 'brazil_full' });
  first.press('Enviar');
  equal(second.root.querySelectorAll('.error').length, 0);
  first.fill('Número de documento', '12345678');
  first.fill('Ciudad', 'PE LIM');
  first.press('Enviar');
  await first.reaches('submitted');
  equal(second.element.state, 'ready');
  ok(!second.names().includes('submitted'));
});

test('renders a schema with implicit types', async () => {
  const staged = await show(
    object(
      {
        shift: {
          title: 'Shift',
          oneOf: [
            { const: 'd', title: 'Days' },
            { const: 'n', title: 'Nights' },
          ],
        },
        pets: { title: 'Pets', items: { type: 'string', title: 'Pet' } },
        anything: { title: 'Anything' },
        nothing: { title: 'Nothing', not: {} },
      },
      { required: ['shift', 'anything'] },
    ),
  );
  staged.field('Nights').click();
  staged.fill('Anything', 'else');
  ok(staged.root.querySelector('fieldset.list'));
  ok(!/Nothing/.test(staged.text), 'nothing can be filled in there');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('a schema that cannot be used is a problem with its own text', async () => {
  const { token } = await stageCandidate(object({ odd: { $ref: '#/nowhere' } }));
  const staged = new StagedElement((element) => element.setAttribute('session', token));
  shown.push(staged);
  await staged.reaches('problem', 'ready');
  equal(staged.element.state, 'problem');
  await staged.says(/No podemos mostrar el formulario/);
  await accessible(staged.element, 'broken');
});

test('keeps text typed just before another branch is chosen, where both have the field', async () => {
  const firm = { type: 'string', title: 'Firm' };
  const shape = (title: string, own: string) => ({
    title,
    properties: { firm, [own]: { type: 'string', title: own } },
    required: [own],
  });
  const staged = await show({
    form_schema: { type: 'object', oneOf: [shape('One', 'alpha'), shape('Two', 'beta')] },
  });
  staged.field('Firm').focus();
  staged.fill('Firm', 'ACME');
  // While a finger is down, what the field holds is not handed over; its click changes the shape.
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  staged.field('Firm').blur();
  setValue(staged.query<HTMLSelectElement>('select'), '1');
  await staged.says(/beta/);
  equal(staged.field('Firm').value, 'ACME');
  document.body.click();
  staged.fill('beta', 'x');
  deepEqual((await staged.submitted()).data, { firm: 'ACME', beta: 'x' });
});

test('a right press does not delay what is typed: its release may go to the context menu', async () => {
  const text = (title: string) => ({ type: 'string', title });
  const rest = {
    if: { properties: { code: { pattern: '^C' } }, required: ['code'] },
    then: { properties: { country: text('Country') } },
  };
  const staged = await show(object({ code: text('Code') }, rest));
  staged.field('Code').focus();
  const press = { bubbles: true, composed: true, button: 2 };
  staged.field('Code').dispatchEvent(new PointerEvent('pointerdown', press));
  staged.fill('Code', 'C1');
  staged.field('Code').blur();
  await staged.says(/Country/);
});
