import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf } from './stage/forms.ts';
import { show } from './stage/show.ts';

const open = (properties: object, { required = [] as string[], country_code = 'PE' } = {}) =>
  show({ ...formOf(properties, { required }), country_code });

const describedBy = (staged: StagedElement, field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => staged.root.getElementById(id)?.textContent)
    .filter(Boolean)
    .join(' | ');

const string = { type: 'string' };

test('a check digit that does not match shows a warning once the field is left, and blocks nothing', async () => {
  const staged = await open(
    { document_id: string, full_name: string },
    { country_code: 'BR', required: ['document_id'] },
  );
  const cpf = staged.field('CPF');
  cpf.focus();
  await sendKeys({ type: '529.982.247-24' });
  await until(() => staged.detailsOf('precandidate-change').length > 0);
  equal(staged.query('.warning').textContent, '');
  equal(staged.query('.warning').ariaLive, 'polite');
  cpf.blur();
  await until(() => staged.query('.warning').textContent !== '');
  match(describedBy(staged, cpf), /Revisa tu CPF: parece que hay un error en el número/);
  equal(cpf.getAttribute('aria-invalid'), null);
  equal(staged.root.querySelectorAll('.error').length, 0);
  await accessible(staged.element, 'warning');
  equal(cpf.value, '52998224724');
  staged.press('Enviar');
  await staged.reaches('submitted');
  deepEqual(staged.detailsOf('precandidate-invalid'), []);
  ok(!JSON.stringify(staged.events).includes('52998224724'));
});

test('a valid number removes the warning, and a wrong length shows one', async () => {
  const staged = await open({ document_id: string }, { country_code: 'CL' });
  const run = staged.field('RUN (RUT)');
  equal(run.inputMode, '');
  equal(run.autocapitalize, 'characters');
  staged.fill('RUN (RUT)', '12.345.6');
  run.focus();
  run.blur();
  await until(() => /falta o sobra algo/.test(staged.query('.warning').textContent));
  run.focus();
  run.select();
  await sendKeys({ type: '12.345.678-5' });
  run.blur();
  await until(() => staged.query('.warning').textContent === '');
  equal(run.value, '12345678-5');
  equal(describedBy(staged, run), 'Con dígito verificador, por ejemplo 12.345.678-5');
});

test('the hint and check of a number follow the chosen document type', async () => {
  const staged = await open(
    {
      document_id_type: { type: 'string', enum: ['DNI', 'CE', 'PTP'] },
      document_id: string,
      city_locode: string,
    },
    { required: ['document_id'] },
  );
  match(staged.text, /Número de documento\s+DNI, carné de extranjería o PTP\/CPP/);
  const city = staged.field('Ciudad');
  deepEqual(
    [...staged.root.querySelectorAll<HTMLElement>('.choices .tick')].map((each) => each.innerText),
    ['DNI', 'Carné de extranjería (CE)', 'Permiso Temporal de Permanencia (PTP/CPP)'],
  );
  staged.field('DNI').click();
  await until(() => /DNI\s+8 dígitos/.test(staged.text));
  equal(staged.query<HTMLInputElement>('input[name$=document__id]').inputMode, 'numeric');
  staged.field('Carné de extranjería').click();
  await until(() => staged.text.includes('Número de carné de extranjería'));
  equal(staged.field('Número de carné de extranjería').inputMode, '');
  equal(staged.field('Ciudad'), city);
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Escribe tu número de carné de extranjería/);
});

test('shows the country prefix before a phone, and sends the whole number', async () => {
  const staged = await open({ phone: string }, { required: ['phone'] });
  const phone = staged.field('Teléfono');
  equal(phone.type, 'tel');
  equal(phone.autocomplete, 'tel');
  match(staged.query('.prefix').innerText, /\+51/);
  match(describedBy(staged, phone), /Código de país \+51/);
  await accessible(staged.element, 'phone');
  phone.focus();
  await sendKeys({ type: '444 1234' });
  phone.blur();
  await until(() => /Revisa tu teléfono/.test(staged.query('.warning').textContent));
  equal(phone.value, '444 1234');
  phone.focus();
  phone.select();
  await sendKeys({ type: '987 654 321' });
  ok(staged.root.querySelector('.prefix'));
  phone.blur();
  equal(phone.value, '+51987654321');
  await until(() => staged.root.querySelector('.prefix') === null);
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('digits of which a number would lose the start are text where the schema accepts text', async () => {
  const either = (title: string, ...type: string[]) => ({ title, type });
  const staged = await open({
    document_id: either('DNI', 'integer', 'string'),
    postal: either('Postal', 'number', 'string', 'null'),
    years: either('Años', 'integer', 'string'),
    count: { type: 'integer', title: 'Cantidad' },
    contact: { title: 'Contacto', oneOf: [{ type: 'integer' }, string] },
  });
  staged.fill('DNI', '01234567');
  staged.fill('Postal', '00715');
  staged.fill('Años', '7');
  staged.fill('Cantidad', '007');
  staged.fill('Contacto', '+51987654321');
  deepEqual((await staged.submitted()).data, {
    document_id: '01234567',
    postal: '00715',
    years: 7,
    count: 7,
    contact: '+51987654321',
  });
});
