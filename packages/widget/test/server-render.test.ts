import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import type { FormServer } from '../src/ssr/index.ts';
import { buildServer } from './server/build-server.ts';
import { SHAPES } from './shapes/catalogue.ts';

let server: FormServer;

before(async () => {
  server = await buildServer();
});

const formOf = (schema: object) => ({
  schema: { type: 'object', properties: {}, ...schema } as FormSchema,
  locale: 'es-PE',
  country: 'PE',
});

test('a server has no document and no window', () => {
  assert.equal(typeof globalThis.document, 'undefined');
  assert.equal(typeof globalThis.window, 'undefined');
});

for (const { name, schema } of SHAPES) {
  test(`${name}: is rendered with the submit button and every field title`, () => {
    const html = server.renderFields(formOf(schema));
    assert.match(html, /<button[^>]* part="submit"/);
    const { properties = {} } = schema;
    for (const field of Object.values(properties) as { title?: string; type?: string }[])
      if (field.title !== undefined && field.type === 'string')
        assert.ok(html.includes(field.title), `${field.title} in ${html}`);
  });

  test(`${name}: every control has a name, and the form has nowhere to navigate to`, () => {
    const html = server.renderFields(formOf(schema));
    for (const [control] of html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g))
      assert.match(control, / name="f[\w.-]*"/);
    assert.match(html, /<form [^>]*method="dialog"/);
    assert.doesNotMatch(html, /<form [^>]*action=/);
  });
}

test('titles, descriptions, and choices of a schema are rendered as text, never as markup', () => {
  const evil = '"><script>alert(1)</script><form action="https://evil.example">';
  const html = server.renderFields(
    formOf({
      properties: {
        [evil]: { type: 'string', title: evil, description: evil, default: evil },
        choice: { type: 'string', enum: [evil, 'b'] },
        list: { type: 'array', title: evil, items: { type: 'string', title: evil } },
      },
    }),
  );
  assert.doesNotMatch(html, /<script/);
  assert.equal(html.match(/<form /g)?.length, 1);
});

/** The start tags of the inputs, by name. */
function inputsOf(schema: object, country = 'PE'): Record<string, string> {
  const html = server.renderFields({ ...formOf(schema), country });
  const inputs = [...html.matchAll(/<input\b[^>]* name="f\.([^"]+)"[^>]*>/g)];
  return Object.fromEntries(inputs.map(([tag, name = '']) => [name.replaceAll('__', '_'), tag]));
}
const tokenOf = (tag = '') => / autoComplete="([^"]*)"/i.exec(tag)?.[1];

test('HTML of the schema is shown as paragraphs, lists, emphasis, and links, and never in a name', () => {
  const html = server.renderFields(
    formOf({
      description: '<p>First</p><script>alert(1)</script>',
      properties: {
        visa: {
          type: 'string',
          title: 'Your <strong>visa</strong>',
          description: '<p>As in:</p><ul><li>H-1B</li></ul><a href="https://law.example">Law</a>',
        },
        consent: {
          type: 'boolean',
          const: true,
          title: 'I accept <a href="https://t.example">it</a>',
        },
      },
    }),
  );
  assert.match(html, /<p>As in:<\/p><ul><li>H-1B<\/li><\/ul><a href="https:\/\/law\.example"/);
  assert.match(html, /<label[^>]*>Your <strong>visa<\/strong>/);
  assert.match(html, /I accept <a href="https:\/\/t\.example"/);
  assert.match(html, /<p>First<\/p>/);
  assert.doesNotMatch(html, /&lt;|alert\(1\)/);
});

test('only fields about the candidate are autofilled', () => {
  const email = { type: 'string', format: 'email' };
  const text = { type: 'string' };
  const group = { type: 'object', properties: { email, full_name: text, phone: text } };
  const list = { type: 'array', minItems: 1, items: group };
  const own = { email, full_name: text, phone: text, first_name: text, city_locode: text };
  const others = {
    referee_email: email,
    refereePhone: { ...text, format: 'tel' },
    'reference-email': email,
    emergency_contact_phone: { ...text, format: 'tel' },
    manager_email: email,
    correo_de_tu_jefe: email,
    employer_email: email,
    spouse_email: email,
    mothers_full_name: text,
    q7: { ...email, title: 'E-mail of your referee' },
  };
  const inputs = inputsOf({
    properties: { ...own, ...others, emergency_contact: group, referees: list, manager: group },
  });
  const tokens = Object.entries(inputs)
    .map(([name, tag]) => [name, tokenOf(tag)] as const)
    .filter(([, token]) => token !== undefined && token !== 'off');
  assert.deepEqual(Object.fromEntries(tokens), {
    email: 'email',
    full_name: 'name',
    phone: 'tel',
    first_name: 'given-name',
    city_locode: 'address-level2',
  });
});

test('a numeric keyboard is offered only where the number has no letters', () => {
  const modeOf = (country: string, schema: object) => {
    const { document_id: tag = '' } = inputsOf(
      { properties: { document_id: { type: 'string', ...schema } } },
      country,
    );
    return / inputMode="([^"]*)"/i.exec(tag)?.[1];
  };
  // The number may be that of a passport.
  for (const country of ['AR', 'CO', 'BR', 'EC', 'CR', 'PE', 'CL', 'MX'])
    assert.equal(modeOf(country, {}), undefined, country);
  assert.equal(modeOf('BR', { title: 'CPF' }), 'numeric');
  assert.equal(modeOf('PE', { pattern: '^\\d{8}$' }), 'numeric');
  assert.equal(modeOf('PE', { pattern: '^[0-9]{8,9}$' }), 'numeric');
  assert.equal(modeOf('PE', { pattern: '^[A-Z0-9]{8}$' }), undefined);
});

test('a long form shows its progress', () => {
  const names = Array.from({ length: 12 }, (_, index) => `field_${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const html = server.renderFields(formOf({ properties, required: names }));
  assert.match(html, /<progress max="12" value="0"/);
  assert.match(html, /Faltan 12 datos obligatorios/);
});

test('a form is rendered in the requested language', () => {
  const form = formOf({ properties: { full_name: { type: 'string' } } });
  assert.match(server.renderFields(form), /Nombre completo/);
  assert.match(server.renderFields({ ...form, locale: 'pt-BR' }), /lang="pt".*Nome completo/);
  assert.match(server.renderFields({ ...form, locale: 'en' }), /lang="en".*Full name/);
});
