import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import type { Page } from 'playwright';
import { build, type InlineConfig } from 'vite';
import { openHost } from 'precandidate-testing/host-page.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const { resolve } = createRequire(import.meta.url);

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const REACT_18 = join(FOLDER, 'react-18/node_modules');
const REACT = '../../examples/react';
const DETAIL = /Property 'by' does not exist/;
const TEXT = /'sumbit' does not exist/;

/** As the guide says. */
const isCustomElement = (tag: string) => tag === 'precandidate-form';

// Of the React example, before its own `.env`.
process.env['VITE_PROXY_URL'] = 'https://forms.hr.example';

interface Example {
  /** The folder of its page, from here; default: its name. */
  root?: string;
  /** Checks the types; absent: the build alone. */
  compiler?: string;
  /** Compiles the example before the build. Otherwise it is checked together with the mistakes. */
  isCompiled?: boolean;
  /** Vite's configuration. */
  config?: InlineConfig;
  /** What the compiler reports for the `mistakes` beside the example. */
  mistakes?: readonly RegExp[];
}

const EXAMPLES: Record<string, Example> = {
  html: {
    compiler: TSC,
    mistakes: [DETAIL, /'state' because it is a read-only property/, /'number' is not assignable/],
  },
  react: {
    root: REACT,
    compiler: TSC,
    // The wrapper is outside the folder, and has React for its own tests.
    config: { resolve: { dedupe: ['react'] } },
    mistakes: [DETAIL, TEXT, /"always"/, /'sesion' does not exist/, /'sessionUrl' does not exist/],
  },
  'react-18': {
    root: REACT,
    compiler: TSC,
    isCompiled: true,
    config: {
      resolve: {
        alias: { react: join(REACT_18, 'react'), 'react-dom': join(REACT_18, 'react-dom') },
      },
    },
  },
  'react-tag': { compiler: TSC, isCompiled: true },
  vue: {
    compiler: resolve('vue-tsc/bin/vue-tsc.js'),
    config: { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] },
    mistakes: [DETAIL, TEXT, /"always"/, /Type 'string' (is not assignable|has no properties)/],
  },
  svelte: { config: { plugins: [svelte()] } },
};

/** Runs a compiler; resolves to its output, and rejects when it reports an error. */
async function compile(compiler: string, ...options: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [compiler, ...options], { cwd: FOLDER });
  return stdout + stderr;
}

describe('the element in a page of each framework', () => {
  const stage = openHost();
  let output = '';

  before(async () => {
    output = await mkdtemp(join(tmpdir(), 'precandidate-frameworks-'));
  });
  after(() => rm(output, { recursive: true }));

  /** Opens a built example as an HR portal serves it: beside a back end that responds to `/session`. */
  async function openExample(folder: string): Promise<Page> {
    const read = async (file: string) =>
      (await readFile(join(folder, file), 'utf8')).replaceAll(
        'https://forms.hr.example',
        stage.proxy.url,
      );
    return stage.openMarkup(await read('index.html'), undefined, async (page) => {
      const json = await stage.newSession(await newPrecandidate(stage.proxy.url));
      await page.route(`${stage.origin}/session`, (route) => route.fulfill({ json }));
      await page.route(`${stage.origin}/assets/**`, async (route) => {
        const file = new URL(route.request().url()).pathname;
        const contentType = file.endsWith('.js') ? 'text/javascript' : 'text/css';
        await route.fulfill({ contentType, body: await read(file) });
      });
    });
  }

  for (const [name, { root = name, compiler, isCompiled = false, config = {} }] of Object.entries(
    EXAMPLES,
  ))
    test(`${name}: builds and submits the example`, async () => {
      if (isCompiled && compiler) assert.equal(await compile(compiler, '-p', name), '');
      const outDir = join(output, name);
      await build({
        ...config,
        configFile: false,
        logLevel: 'error',
        root: join(FOLDER, root),
        build: { outDir, target: 'es2022' },
      });
      const page = await openExample(outDir);
      await page.getByText('Missing: 2').waitFor();
      await page.getByLabel(/document number/i).fill('70456123');
      await page.getByLabel(/city/i).fill('PE LIM');
      await page.getByLabel(/city/i).blur();
      await page.getByText('Missing: 0').waitFor();
      await page.getByRole('button', { name: 'Send to HR' }).click();
      await page.getByRole('heading', { name: 'Confirmed. Thank you!' }).waitFor();
      assert.deepEqual(await page.pageErrors(), []);
    });

  test('angular: the class of the example fits the element’s types', async () => {
    assert.equal(await compile(TSC, '-p', 'angular'), '');
  });

  for (const [name, { compiler, mistakes }] of Object.entries(EXAMPLES))
    if (mistakes && compiler)
      test(`${name}: the types accept the example and report misspelled names`, async () => {
        const found = await compile(compiler, '-p', `${name}/mistakes.json`).catch(
          ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
        );
        assert.doesNotMatch(found, /\bapp\.(?:tsx?|vue)\b/);
        for (const mistake of mistakes) assert.match(found, mistake);
      });
});
