import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { openHost } from 'precandidate-testing/host-page.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';

const FOLDER = fileURLToPath(new URL('react-prerendered', import.meta.url));
const stage = openHost();

test('React hydrates a page with a prerendered form, and input from before stays', async (t) => {
  const outDir = await newFolder(t);
  await build({
    configFile: false,
    logLevel: 'error',
    root: FOLDER,
    // React reports a difference from the server's HTML in development only.
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { outDir, lib: { entry: 'main.tsx', formats: ['es'], fileName: 'main' } },
  });
  const script = await readFile(join(outDir, 'main.js'), 'utf8');
  const html = await stage.elementFor(await newPrecandidate(stage.proxy.url), {
    isPrerendered: true,
  });

  // What React's server renders of the component.
  const root = `<div id="root"><div>${html}</div></div>`;
  const data = JSON.stringify(html).replaceAll('<', '\\u003c');
  const page = await stage.openMarkup(
    stage.pageOf(`${root}<script id="html" type="application/json">${data}</script>`),
  );
  const reports: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) reports.push(message.text());
  });
  await page.getByLabel('Número de documento').fill('70456123');
  await page.addScriptTag({ type: 'module', content: script });
  await page.locator('precandidate-form:state(ready)').waitFor();
  await page.getByLabel('Ciudad').fill('PE LIM');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: 'Confirmed. Thank you!' }).waitFor();
  assert.deepEqual(reports, []);
});

test('the component for a prerendered form type-checks', async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', FOLDER]);
});
