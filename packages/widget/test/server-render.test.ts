import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FormSchema } from 'precandidate-contract';
import { build } from 'vite';
import type { FormServer } from '../src/ssr/index.ts';
import names from './tables/field-names.json' with { type: 'json' };
import htmlForm from './tables/html-form.json' with { type: 'json' };
import autofill from './tables/autofill.json' with { type: 'json' };

const CONFIG = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));

let server: FormServer;

before(async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'precandidate-server-'));
  after(() => rm(outDir, { recursive: true, force: true }));
  await build({ configFile: CONFIG, logLevel: 'error', build: { ssr: true, outDir } });
  server = (await import(pathToFileURL(join(outDir, 'server.js')).href)) as FormServer;
});

const TEXT = { type: 'string' };

const formOf = (schema: object) => ({
  schema: { type: 'object', properties: {}, ...schema } as FormSchema,
  locale: 'es-PE',
  country: 'PE',
});

test('an example is text, and an address in a description is a link', () => {
  const uri = { type: 'string', format: 'uri' };
  const html = server.renderFields(
    formOf({ properties: { a: uri, b: { ...uri, description: 'See https://docs.example' } } }),
  );
  assert.match(html, /https:\/\/example\.com/);
  assert.deepEqual(html.match(/href="http[^"]*"/g), ['href="https://docs.example"']);
});

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

test('a field is rendered whatever its name is', () => {
  const properties = Object.fromEntries(
    [...names, 'classNames', 'items', 'oneOf', 'ui:order'].map((name) => [name, TEXT]),
  );
  const html = server.renderFields(formOf({ properties }));
  assert.equal(html.match(/<input\b[^>]* name="f\./g)?.length, Object.keys(properties).length);
});

/** The start tags of the inputs, by name. */
function inputsOf(schema: object, country = 'PE'): Record<string, string> {
  const html = server.renderFields({ ...formOf(schema), country });
  const inputs = [...html.matchAll(/<input\b[^>]* name="f\.([^"]+)"[^>]*>/g)];
  return Object.fromEntries(inputs.map(([tag, name = '']) => [name.replaceAll('__', '_'), tag]));
}
const tokenOf = (tag = '') => / autoComplete="([^"]*)"/i.exec(tag)?.[1];

test('HTML in the help of the host is shown like that of a description', () => {
  const uiSchema = { a: { 'ui:help': 'As on your <strong>passport</strong>' } };
  const html = server.renderFields({ ...formOf({ properties: { a: TEXT } }), uiSchema });
  assert.match(html, /As on your <strong>passport<\/strong>/);
});

test('HTML of the schema is shown as paragraphs, lists, emphasis, and links, and never in a name', () => {
  const html = server.renderFields(formOf(htmlForm));
  assert.match(html, /<p>As in:<\/p><ul><li>H-1B<\/li><\/ul><a href="https:\/\/law\.example"/);
  assert.match(html, /<label[^>]*>Your <strong>visa<\/strong>/);
  assert.match(html, /I accept <a href="https:\/\/t\.example"/);
  assert.match(html, /<p>First<\/p>/);
  assert.doesNotMatch(html, /&lt;|alert\(1\)/);
});

const FIELD_TAG = /<(?:input|select|textarea)\b[^>]* name=[^>]*>/g;

/** The tokens of all fields, in order. */
const tokensIn = (properties: object) =>
  [...server.renderFields(formOf({ properties })).matchAll(FIELD_TAG)]
    .map(([tag]) => tokenOf(tag) ?? '-')
    .join(' ');

for (const { what, properties, tokens } of autofill)
  test(`autofill tokens of ${what}: ${tokens}`, () => assert.equal(tokensIn(properties), tokens));

test('only what may be left empty is marked as optional, once, and null has a label of its own', () => {
  const html = server.renderFields(
    formOf({
      properties: {
        a: { type: 'string', title: 'Browser (optional)' },
        b: { type: 'array', items: { type: 'string' }, title: 'Apodos (Opcional):' },
        c: { enum: ['f', 'm', null], title: 'Sexo' },
        d: { type: 'array', items: { type: 'string' }, contains: { const: 'a' } },
      },
      required: ['d'],
    }),
  );
  assert.equal(html.match(/ \(opcional\)/g)?.length, 1);
  assert.match(html, /Prefiero no decirlo/);
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

test('a menu of branches opens without a choice, and names the branch of all other values', () => {
  const branch = (country: object) => ({ properties: { country, city: { type: 'string' } } });
  const countries = [{ enum: ['CAN'] }, { enum: ['USA'] }, { not: { enum: ['CAN', 'USA'] } }];
  const optionsOf = (all: readonly object[]) => {
    const schema = { properties: { address: { type: 'object', oneOf: all.map(branch) } } };
    const html = server.renderFields(formOf(schema));
    return [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
  };
  assert.deepEqual(optionsOf(countries), ['Elige una opción', 'CAN', 'USA', 'Otra opción']);
  assert.deepEqual(optionsOf([{}, {}]), ['Elige una opción', 'Opción 1', 'Opción 2']);
});
