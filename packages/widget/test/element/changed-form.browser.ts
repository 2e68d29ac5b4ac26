import { deepEqual, equal, ok } from './stage/assert.ts';
import { until } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import { onRequest, show } from './stage/show.ts';

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
  onRequest('/bootstrap', async ({ pass }) => {
    const body = (await (await pass()).json()) as object;
    return Response.json({ ...body, schema: newer, schema_etag: '"newer"' });
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
