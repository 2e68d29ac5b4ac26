import { deepEqual, equal, ok } from './stage/assert.ts';
import { until } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import { openPrerendered } from './stage/prerendered.ts';
import { onRequest, show } from './stage/show.ts';
import { takeStep } from './stage/take-step.ts';

const form = (more: object, entry: object) => ({
  type: 'object',
  properties: {
    name: text('Nombre'),
    ...more,
    jobs: { type: 'array', items: { type: 'object', properties: entry }, minItems: 2 },
  },
  required: ['name'],
});
const FORM = form({ pet: text('Mascota') }, { firm: text('Empresa') });
const NEWER = form({ city: text('Lugar') }, { post: text('Puesto') });

/** The proxy has a newer schema from now on, and refuses what fits the old one only. */
function changeForm(pet = 'pet', newer: object = NEWER): void {
  onRequest('/submission/', async ({ body, pass }) => (body.includes(pet) ? refusal() : pass()));
  openWith(newer);
}

function openWith(schema: object): void {
  onRequest('/bootstrap', async ({ pass }) => {
    const body = (await (await pass()).json()) as object;
    return Response.json({ ...body, schema, schema_etag: '"newer"' });
  });
}

function refusal(): Response {
  const errors = [{ pointer: '/pet', keyword: 'additionalProperties', detail: 'Not asked' }];
  const type = 'urn:precandidate:problem:validation-failed';
  return Response.json({ type, errors }, { status: 422 });
}

test('a form that the service changes while it is open keeps the input, says what changed, and is sent again', async () => {
  const staged = await show({ locale: 'es-PE', form_schema: FORM });
  staged.fill('Nombre', 'Ana');
  staged.fill('Mascota', 'Toby');
  changeForm();
  staged.element.submit();
  await staged.says(
    /El formulario cambió\s+Se agregó: Lugar, Puesto\. Ya no se pide: Mascota, Empresa\. Revisa/,
  );
  await until(() => staged.liveRegion.textContent.includes('El formulario cambió'));
  staged.element.setAttribute('locale', 'en');
  await staged.says(/Added: Lugar, Puesto\. No longer asked: Mascota, Empresa/);
  staged.element.setAttribute('locale', 'es');
  await staged.says(/Se agregó: Lugar, Puesto/);
  equal(staged.field('Nombre').value, 'Ana');
  ok(!/Mascota \(/.test(staged.text) && staged.root.querySelector('.error') === null);
  deepEqual(staged.detailsOf('precandidate-invalid'), [
    { errors: [{ pointer: '/pet', keyword: 'additionalProperties' }] },
  ]);
  staged.press('Enviar');
  await staged.reaches('submitted');
  ok(!staged.names().includes('problem'));
});

test('names what changed in the language of the form, also after it changes', async () => {
  const formWith = (more: object) => ({
    type: 'object',
    properties: { name: text('Nombre'), ...more },
  });
  const form_schema = formWith({ email: { type: 'string' } });
  const staged = await show({ locale: 'es-PE', form_schema });
  staged.fill('Correo', 'ana@example.com');
  changeForm('email', formWith({ company: { type: 'string' } }));
  staged.element.submit();
  await staged.says(/Se agregó: Empresa\. Ya no se pide: Correo/);
  staged.element.setAttribute('locale', 'en');
  await staged.says(/Added: Company\. No longer asked: E-mail/);
});

const branch = (title: string) => ({
  title,
  properties: { kind: { const: title.toLowerCase() }, number: text(`${title} number`) },
  required: ['kind', 'number'],
});
const PASSPORT = branch('Passport');
const options = (...values: string[]) => ({ type: 'string', enum: values });
const shifts = ['day', 'night', 'none'];
const days = ['Mo', 'Tu'];
const CHOICES = {
  type: 'object',
  properties: {
    pet: text('Pet'),
    proof: { title: 'Proof', oneOf: [PASSPORT, branch('Card')] },
    shift: { title: 'Shift', ...options(...shifts) },
    city: { title: 'City', ...options('b', 'c', 'd', 'e', 'f', 'g') },
    days: { title: 'Days', type: 'array', uniqueItems: true, items: options(...days) },
  },
};
/** The same form with another branch and another option before each. */
const LONGER_CHOICES = {
  type: 'object',
  properties: {
    proof: { title: 'Proof', oneOf: [branch('National id'), ...CHOICES.properties.proof.oneOf] },
    shift: { title: 'Shift', ...options('early', ...shifts) },
    city: { title: 'City', ...options('a', 'b', 'c', 'd', 'e', 'f', 'g') },
    days: { title: 'Days', type: 'array', uniqueItems: true, items: options('Su', ...days) },
  },
};
const STEPS = [
  ['Shift', 'day'],
  ['City', 'b'],
  ['Days', '+Mo'],
  ['Proof', 'Passport'],
] as const;
const CHOSEN = {
  proof: { kind: 'passport', number: 'AB12345' },
  shift: 'day',
  city: 'b',
  days: ['Mo'],
};

test('what was chosen stays the same when the service puts other options before it', async () => {
  const staged = await show({ locale: 'en', form_schema: CHOICES });
  for (const step of STEPS) await takeStep(staged, step);
  staged.fill('Passport number', 'AB12345');
  staged.fill('Pet', 'Toby');
  changeForm('pet', LONGER_CHOICES);
  staged.element.submit();
  await staged.says(/changed/i);
  deepEqual((await staged.submitted()).data, CHOSEN);
});

test('what was chosen before hydration stays the same in a form with other options before it', async () => {
  openWith(LONGER_CHOICES);
  const { staged, release } = await openPrerendered({ locale: 'en', form_schema: CHOICES });
  for (const step of STEPS) await takeStep(staged, step);
  release();
  await staged.reaches('ready');
  staged.fill('Passport number', 'AB12345');
  deepEqual((await staged.submitted()).data, CHOSEN);
});
