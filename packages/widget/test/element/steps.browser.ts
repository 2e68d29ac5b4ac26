import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { setValue, until } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import {
  BRANCHES,
  group,
  NAMED,
  open,
  heading,
  next,
  labels,
  stepsOf,
  links,
  answers,
  change,
  toCheck,
} from './stage/steps.ts';
import { takeStep } from './stage/take-step.ts';

test('one step is on the screen: each group, and each run of other fields', async () => {
  const staged = await open();
  equal(heading(staged), 'Paso 1 de 5');
  match(staged.text, /Tu postulación\s+Paso 1 de 5/);
  deepEqual(labels(staged), ['Nombre', 'Trabajas']);
  ok(staged.root.querySelector('[part=back]') === null);
  await accessible(staged.element, 'first step');
  staged.fill('Nombre', 'Ana');
  next(staged);
  equal(heading(staged), 'Paso 2 de 5');
  equal(staged.focused, staged.query('[part=step] h2'));
  deepEqual(labels(staged), ['Calle', 'Referencia']);
  ok(!/Tu postulación/.test(staged.text));
  await accessible(staged.element, 'second step');
  staged.fill('Calle', 'Sol 1');
  next(staged);
  match(staged.text, /Referencias/);
  next(staged);
  deepEqual(labels(staged), ['Nota']);
  next(staged);
  equal(heading(staged), 'Paso 5 de 5 Revisa tus respuestas');
  deepEqual(stepsOf(staged), ['2/5', '3/5', '4/5', '5/5']);
  equal(staged.query('[part=submit]').innerText, 'Enviar');
  await accessible(staged.element, 'check');
  staged.press('Enviar');
  const { data } = await staged.received();
  deepEqual(data, { name: 'Ana', home: { street: 'Sol 1' } });
});

test('a list names the steps and their fields; fields that it does not name are in the last one', async () => {
  const staged = await open({ ui_schema: NAMED });
  equal(heading(staged), 'Paso 1 de 3 Tú');
  deepEqual(labels(staged), ['Nombre', 'Trabajas', 'Nota']);
  await takeStep(staged, ['Nombre', 'Ana']);
  await takeStep(staged, ['Trabajas', 'Sí']);
  equal(heading(staged), 'Paso 1 de 4 Tú');
  next(staged);
  equal(heading(staged), 'Paso 2 de 4 Tu trabajo');
  await takeStep(staged, ['Empresa', 'Acme']);
  next(staged);
  equal(heading(staged), 'Paso 3 de 4 Lo demás');
  deepEqual(labels(staged), ['Calle', 'Referencia']);
});

test('without steps, the form is one page', async () => {
  const staged = await open({ ui_schema: undefined });
  equal(staged.root.querySelector('[part=step]'), null);
  deepEqual(labels(staged).length, 5);
});

test('Continue validates what the step shows', async () => {
  const staged = await open();
  next(staged);
  equal(heading(staged), 'Paso 1 de 5');
  deepEqual(links(staged), ['Escribe el nombre']);
  equal(staged.focused, staged.query('.summary'));
  deepEqual(staged.detailsOf('precandidate-invalid'), [
    { errors: [{ pointer: '/name', keyword: 'required' }] },
  ]);
  await accessible(staged.element, 'error in a step');
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(staged.focused, staged.field('Nombre'));
  deepEqual(stepsOf(staged), [], 'a link within the step shows no other step');
  await sendKeys({ type: 'Ana' });
  await sendKeys({ press: 'Enter' });
  equal(heading(staged), 'Paso 2 de 5');
  deepEqual(links(staged), []);
});

const CONTACTS = { type: 'object', properties: { mail: text('Mail'), phone: text('Fono') } };
const openContacts = (rule: object) => {
  const steps = [
    { title: 'Correo', fields: ['mail'] },
    { title: 'Teléfono', fields: ['phone'] },
  ];
  return open({ form_schema: { ...CONTACTS, ...rule }, ui_schema: { 'ui:options': { steps } } });
};
const MAIL_NEEDED = { required: ['mail'] };
const EITHER = [MAIL_NEEDED, { required: ['phone'] }];
const EITHER_FILLED = ['mail', 'phone'].map((name) => ({
  properties: { [name]: { minLength: 1 } },
  required: [name],
}));
const PHONE_GIVEN = { properties: { phone: { minLength: 1 } }, required: ['phone'] };
const RULES: Record<string, object> = {
  anyOf: { anyOf: EITHER },
  oneOf: { oneOf: EITHER },
  'allOf with anyOf': { allOf: [{ anyOf: EITHER }] },
  'anyOf with more rules': { anyOf: EITHER_FILLED },
  'oneOf behind a reference': {
    $ref: '#/$defs/either',
    $defs: { either: { oneOf: EITHER_FILLED } },
  },
  'a condition': { if: { not: { required: ['phone'] } }, then: MAIL_NEEDED },
  else: { if: PHONE_GIVEN, else: MAIL_NEEDED },
};
for (const [name, rule] of Object.entries(RULES))
  test(`Continue asks for nothing that a later step may make unnecessary: ${name}`, async () => {
    const staged = await openContacts(rule);
    next(staged);
    equal(heading(staged), 'Paso 2 de 3 Teléfono');
    next(staged);
    equal(heading(staged), 'Paso 3 de 3 Revisa tus respuestas');
    staged.press('Enviar');
    equal(heading(staged), 'Paso 1 de 3 Correo');
    equal(links(staged).length, 1);
    next(staged);
    staged.fill('Fono', '999');
    next(staged);
    staged.press('Enviar');
    deepEqual((await staged.received()).data, { phone: '999' });
  });

test('Continue applies no rule to an answer that a later step may change', async () => {
  const rule = { if: PHONE_GIVEN, else: { properties: { mail: { pattern: '^[0-9]+$' } } } };
  const staged = await openContacts(rule);
  staged.fill('Mail', 'ana');
  next(staged);
  equal(heading(staged), 'Paso 2 de 3 Teléfono');
  staged.fill('Fono', '999');
  next(staged);
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { mail: 'ana', phone: '999' });
});

test('Continue asks for what the answer of a later step has made necessary', async () => {
  const staged = await openContacts({ dependentRequired: { phone: ['mail'] } });
  next(staged);
  staged.fill('Fono', '999');
  next(staged);
  staged.press('Enviar');
  equal(heading(staged), 'Paso 1 de 3 Correo');
  next(staged);
  deepEqual(links(staged), ['Escribe “Mail”']);
});

test('an error of the whole form leads to its first field, in the step of that field', async () => {
  const staged = await open({
    form_schema: {
      type: 'object',
      properties: {
        phone: { type: 'string', title: 'Celular' },
        mail: { type: 'string', title: 'Correo' },
        home: group('Domicilio', { street: { type: 'string', title: 'Calle' } }),
      },
      anyOf: [{ required: ['phone'] }, { required: ['mail'] }],
    },
  });
  next(staged);
  deepEqual(links(staged), ['Completa uno de estos datos: Celular, Correo']);
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(heading(staged), 'Paso 1 de 3');
  equal(staged.focused, staged.field('Celular'));
});

test('Back loses nothing, not even text that is not committed', async () => {
  const staged = await open();
  staged.fill('Nombre', 'Ana');
  next(staged);
  staged.field('Calle').focus();
  await sendKeys({ type: 'Sol' });
  staged.press('Volver');
  equal(heading(staged), 'Paso 1 de 5');
  equal(staged.focused, staged.query('[part=step] h2'));
  equal(staged.field('Nombre').value, 'Ana');
  next(staged);
  equal(staged.field('Calle').value, 'Sol');
  deepEqual(stepsOf(staged), ['2/5', '1/5', '2/5']);
});

test('the check shows each answer as it was given, and Change returns to its field and back', async () => {
  const staged = await open();
  toCheck(staged);
  deepEqual(answers(staged), [
    'Nombre: Ana',
    'Trabajas: Sin respuesta',
    'Domicilio: Calle: Sol 1',
    'Domicilio: Referencia: Sin respuesta',
    'Referencias: Sin respuesta',
    'Nota: Sin respuesta',
  ]);
  change(staged, 'Referencias');
  equal(heading(staged), 'Paso 3 de 5');
  equal(staged.focused, staged.query('fieldset.list'));
  next(staged);
  change(staged, 'Domicilio: Calle');
  equal(heading(staged), 'Paso 2 de 5');
  equal(staged.focused, staged.field('Calle'));
  staged.fill('Calle', 'Luna 2');
  next(staged);
  equal(heading(staged), 'Paso 5 de 5 Revisa tus respuestas');
  ok(answers(staged).includes('Domicilio: Calle: Luna 2'));
  deepEqual(stepsOf(staged).slice(-2), ['2/5', '5/5']);
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { name: 'Ana', home: { street: 'Luna 2' } });
});

test('the check names options as the fields do', async () => {
  const staged = await open({
    form_schema: {
      type: 'object',
      properties: {
        shift: { title: 'Turno', enum: ['a', 'b'] },
        own: { title: 'Casa propia', type: 'boolean' },
        means: {
          title: 'Medios',
          type: 'array',
          uniqueItems: true,
          items: { enum: ['x', 'y'] },
        },
        place: group('Lugar', { zone: { title: 'Zona', type: 'string' } }),
      },
    },
    ui_schema: {
      'ui:options': { steps: true },
      shift: { 'ui:enumNames': ['De día', 'De noche'] },
      own: { 'ui:enumNames': ['Claro', 'Todavía no'] },
      means: { 'ui:enumNames': ['Auto', 'Bus'] },
    },
  });
  for (const label of ['De noche', 'Claro', 'Auto', 'Bus']) staged.field(label).click();
  next(staged);
  next(staged);
  deepEqual(answers(staged), [
    'Turno: De noche',
    'Casa propia: Claro',
    'Medios: Auto, Bus',
    'Lugar: Zona: Sin respuesta',
  ]);
  change(staged, 'Medios');
  for (const label of ['Auto', 'Bus']) staged.field(label).click();
  next(staged);
  equal(answers(staged)[2], 'Medios: Sin respuesta');
});

test('the check names an option whose value is null', async () => {
  const oneOf = [
    { const: 'day', title: 'De día' },
    { const: null, title: 'Me da igual' },
  ];
  const staged = await open({
    form_schema: {
      type: 'object',
      properties: {
        shift: { title: 'Turno', oneOf },
        area: group('Lugar', { place: { title: 'Zona', oneOf } }),
      },
    },
  });
  await takeStep(staged, ['Turno', 'Me da igual']);
  next(staged);
  next(staged);
  deepEqual(answers(staged), ['Turno: Me da igual', 'Lugar: Zona: Sin respuesta']);
});

test('a change that adds a required step leads through it before the check', async () => {
  const staged = await open();
  toCheck(staged);
  change(staged, 'Trabajas');
  await takeStep(staged, ['Trabajas', 'Sí']);
  equal(heading(staged), 'Paso 1 de 6');
  next(staged);
  deepEqual(labels(staged), ['Empresa']);
  staged.fill('Empresa', 'Acme');
  next(staged);
  equal(heading(staged), 'Paso 6 de 6 Revisa tus respuestas');
  change(staged, 'Trabajas');
  await takeStep(staged, ['Trabajas', 'No']);
  next(staged);
  equal(heading(staged), 'Paso 5 de 5 Revisa tus respuestas');
  ok(!answers(staged).some((row) => row.includes('Empresa')));
});

test('another language shows the same step in its words', async () => {
  const staged = await open();
  staged.fill('Nombre', 'Ana');
  next(staged);
  staged.fill('Calle', 'Sol 1');
  staged.element.locale = 'pt-BR';
  await until(() => heading(staged) === 'Etapa 2 de 5');
  equal(staged.field('Calle').value, 'Sol 1');
  deepEqual(stepsOf(staged), ['2/5']);
});

test('reset() returns to the first step', async () => {
  const staged = await open();
  staged.fill('Nombre', 'Ana');
  next(staged);
  staged.element.reset();
  equal(heading(staged), 'Paso 1 de 5');
  equal(staged.field('Nombre').value, '');
  deepEqual(stepsOf(staged), ['2/5', '1/5']);
});

test('a choice between branches of the whole form belongs to the step of its fields', async () => {
  const staged = await open({ form_schema: BRANCHES });
  ok(staged.root.querySelector('select') === null);
  next(staged);
  const select = staged.query<HTMLSelectElement>('select');
  setValue(select, select.options[2]?.value ?? '');
  await takeStep(staged, ['Código', 'X1']);
  next(staged);
  match(heading(staged) ?? '', /Revisa/);
  ok(
    answers(staged).some((row) => row.includes('Pasaporte')),
    answers(staged).join(),
  );
  await accessible(staged.element, 'check of a choice');
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { passport: 'X1' });
});

test('a form of one step has none', async () => {
  const staged = await open({
    form_schema: { type: 'object', properties: { name: text('Nombre') } },
  });
  equal(staged.root.querySelector('[part=step]'), null);
  equal(staged.query('[part=submit]').innerText, 'Enviar');
});
