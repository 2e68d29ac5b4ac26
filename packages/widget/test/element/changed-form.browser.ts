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

/** The same form without what {@link STEPS} choose. */
const SHORTER_CHOICES = {
  type: 'object',
  properties: {
    proof: { title: 'Proof', oneOf: [branch('National id'), branch('Card')] },
    shift: { title: 'Shift', ...options('night', 'none') },
    city: { title: 'City', ...options('c', 'd', 'e', 'f', 'g', 'h') },
    days: { title: 'Days', type: 'array', uniqueItems: true, items: options('Tu', 'We') },
    note: { ...text('Note'), maxLength: 5 },
  },
};

/** The proxy has a newer schema from now on, and refuses the first submit for these fields. */
function shorten(newer: object, ...refused: [pointer: string, keyword: string][]): void {
  let isFirst = true;
  onRequest('/submission/', async ({ pass }) => {
    if (!isFirst) return pass();
    isFirst = false;
    const errors = refused.map(([pointer, keyword]) => ({ pointer, keyword, detail: 'No' }));
    const type = 'urn:precandidate:problem:validation-failed';
    return Response.json({ type, errors }, { status: 422 });
  });
  openWith(newer);
}

const LONGEST = { ...CHOICES, properties: { ...CHOICES.properties, note: text('Note') } };
const { pet: _pet, ...WITHOUT_PET } = LONGEST.properties;

test('names each chosen option and branch that the service has taken away, in the language of the form', async () => {
  const form_schema = { type: 'object', properties: WITHOUT_PET };
  const staged = await show({ locale: 'en', form_schema });
  for (const step of STEPS) await takeStep(staged, step);
  staged.fill('Passport number', 'AB12345');
  shorten(SHORTER_CHOICES, ['/shift', 'enum']);
  staged.element.submit();
  await staged.says(/Shift: “day” is no longer offered\. Choose another answer/);
  for (const name of ['City: “b”', 'Days: “Mo”', 'Proof: “Passport”'])
    await staged.says(new RegExp(`${name} is no longer offered`));
  staged.element.setAttribute('locale', 'es');
  await staged.says(/Shift: ya no se ofrece “day”\. Elige otra respuesta/);
  await staged.says(/Proof: ya no se ofrece “Passport”/);
  staged.element.setAttribute('locale', 'en');
  for (const step of [
    ['Shift', 'night'],
    ['City', 'c'],
    ['Days', '+Tu'],
    ['Proof', 'Card'],
  ] as const)
    await takeStep(staged, step);
  staged.fill('Card number', '7');
  staged.fill('Note', 'Short');
  await until(() => staged.root.querySelector('.summary') === null);
  deepEqual((await staged.submitted()).data, {
    proof: { kind: 'card', number: '7' },
    shift: 'night',
    city: 'c',
    days: ['Tu'],
    note: 'Short',
  });
});

test('a chosen option that went with other changes is named, and an optional one may stay open', async () => {
  const staged = await show({ locale: 'en', form_schema: CHOICES });
  await takeStep(staged, ['Shift', 'day']);
  staged.fill('Pet', 'Toby');
  changeForm('pet', SHORTER_CHOICES);
  staged.element.submit();
  await staged.says(/Added: Note\. No longer asked: Pet/);
  await staged.says(/Shift: “day” is no longer offered/);
  deepEqual((await staged.submitted()).data, {});
});

test('a refusal with other fields shows every refused field at once, and none of the new fields', async () => {
  const formWith = (maxLength: number, more: object) => ({
    type: 'object',
    properties: {
      note: { ...text('Note'), maxLength },
      word: text('Word'),
      jobs: { type: 'array', title: 'Jobs', items: text('Job'), maxItems: 3 },
      ...more,
    },
    required: ['note'],
  });
  const staged = await show({ locale: 'en', form_schema: formWith(20, { pet: text('Pet') }) });
  staged.fill('Note', 'Too long');
  staged.fill('Word', 'Refused');
  staged.fill('Pet', 'Toby');
  shorten(
    formWith(5, { city: text('City') }),
    ['/note', 'maxLength'],
    ['/word', 'pattern'],
    ['/pet', 'additionalProperties'],
    ['/city', 'required'],
  );
  staged.element.submit();
  await staged.says(/Added: City\. No longer asked: Pet/);
  await until(() => staged.root.querySelectorAll('.error').length === 2);
  ok(/Note must have 5 characters or fewer/.test(staged.text));
  equal(staged.field('Word').getAttribute('aria-invalid'), 'true');
  equal(staged.field('City').getAttribute('aria-invalid'), null);
  staged.fill('Note', 'Short');
  staged.fill('Word', 'Right');
  await until(() => staged.root.querySelector('.summary') === null);
  deepEqual((await staged.submitted()).data, { note: 'Short', word: 'Right' });
});

test('names the new limit of an answer that the service has refused', async () => {
  const list = (maxItems: number) => ({
    title: 'Jobs',
    type: 'array',
    items: text('Job'),
    maxItems,
  });
  const formWith = (maxLength: number, maxItems: number) => ({
    type: 'object',
    properties: { note: { ...text('Note'), maxLength }, jobs: list(maxItems) },
  });
  const staged = await show({ locale: 'en', form_schema: formWith(20, 3) });
  staged.fill('Note', 'Too long');
  for (const position of [1, 2]) {
    staged.query('[part=add]').click();
    staged.fill(`Job ${position}`, `Post ${position}`);
  }
  shorten(formWith(5, 1), ['/note', 'maxLength'], ['/jobs', 'maxItems']);
  staged.element.submit();
  await staged.says(/Note must have 5 characters or fewer/);
  await staged.says(/Jobs[^\n]* 1/);
  equal(staged.field('Note').value, 'Too long');
  staged.fill('Note', 'Short');
  staged.root.querySelectorAll<HTMLButtonElement>('[part=remove]')[0]?.click();
  deepEqual((await staged.submitted()).data, { note: 'Short', jobs: ['Post 2'] });
});
