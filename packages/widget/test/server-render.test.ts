import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, defaultServerConditions } from 'vite';
import { slimRjsf } from '../vite/slim-rjsf.ts';
import { SHAPES } from './shapes/catalogue.ts';

const ENTRY = fileURLToPath(new URL('./server/render-form.tsx', import.meta.url));

const conditions = ['source', ...defaultServerConditions];

type Render = typeof import('./server/render-form.tsx');

let folder: string;
let renderForm: Render['renderForm'];

/** The fields, built as they ship, for a place without a page. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'precandidate-server-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    plugins: [slimRjsf()],
    build: {
      ssr: ENTRY,
      outDir: folder,
      minify: false,
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        output: { entryFileNames: 'render-form.mjs' },
      },
    },
  });
  ({ renderForm } = (await import(pathToFileURL(join(folder, 'render-form.mjs')).href)) as Render);
});
after(() => rm(folder, { recursive: true, force: true }));

test('there is no page to lean on', () => {
  assert.equal(typeof globalThis.document, 'undefined');
  assert.equal(typeof globalThis.window, 'undefined');
});

for (const { name, schema } of SHAPES)
  test(`${name}: a server draws it, with its button and every title of its fields`, () => {
    const html = renderForm({ type: 'object', properties: {}, ...schema } as FormSchema);
    assert.match(html, /<button[^>]* part="submit"/);
    const { properties = {} } = schema;
    for (const field of Object.values(properties) as { title?: string; type?: string }[])
      if (field.title !== undefined && field.type === 'string')
        assert.ok(html.includes(field.title), `${field.title} in ${html}`);
  });
