import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import vue from '@vitejs/plugin-vue';
import type { Browser } from 'playwright';
import { build } from 'vite';
import { openBrowser } from '../stage/browser.ts';
import { ROOT } from '../stage/repository.ts';
import { openExample } from './open-example.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const { resolve } = createRequire(import.meta.url);

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** What checks, and for Angular compiles, the sources of an example. */
const COMPILERS = {
  html: TSC,
  react: TSC,
  vue: resolve('vue-tsc/bin/vue-tsc.js'),
  angular: join(resolve('@angular/compiler-cli/package.json'), '../bundles/src/bin/ngc.js'),
};

const DETAIL = /Property 'by' does not exist/;
const TEXT = /'sumbit' does not exist/;
/** What is found in the `mistakes` beside each example. */
const MISTAKES = {
  html: [DETAIL, /'state' because it is a read-only property/, /'number' is not assignable/],
  react: [DETAIL, TEXT, /"always"/, /'sessionUrl' does not exist/],
  vue: [DETAIL, TEXT, /"always"/, /Type 'string' (is not assignable|has no properties)/],
  angular: [DETAIL],
};

/** Runs a compiler; resolves to what it says, rejects when it finds a mistake. */
async function compile(compiler: string, ...options: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [compiler, ...options], { cwd: FOLDER });
  return stdout + stderr;
}

describe('the element in a page of each framework', () => {
  let browser: Browser;
  let output = '';

  before(async () => {
    browser = await openBrowser();
    output = await mkdtemp(join(tmpdir(), 'precandidate-frameworks-'));
  });

  after(async () => {
    await browser.close();
    await rm(output, { recursive: true });
  });

  for (const [name, compiler] of Object.entries(COMPILERS))
    test(`${name}: type-checks, builds, and submits the example`, async (t) => {
      assert.equal(await compile(compiler, '-p', name), '');
      const outDir = join(output, name);
      const root = join(FOLDER, name);
      const plugins = name === 'vue' ? [vue()] : [];
      await build({ configFile: false, logLevel: 'error', root, plugins, build: { outDir } });
      const example = await openExample(outDir);
      t.after(() => example.close());

      const page = await browser.newPage();
      t.after(() => page.close());
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(example.url);
      await page.getByText('Missing: 2').waitFor();
      await page.getByLabel(/document number/i).fill('70456123');
      await page.getByLabel(/city/i).fill('PE LIM');
      await page.getByLabel(/city/i).blur();
      await page.getByText('Missing: 0').waitFor();
      await page.getByRole('button', { name: 'Send to HR' }).click();
      await page.getByRole('heading', { name: 'Confirmed by form' }).waitFor();
      assert.deepEqual(errors, []);
    });

  for (const [name, compiler] of Object.entries(COMPILERS))
    test(`${name}: its types find misspelled names`, async () => {
      const found = await compile(compiler, '-p', `${name}/mistakes.json`).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      );
      for (const mistake of MISTAKES[name as keyof typeof MISTAKES]) assert.match(found, mistake);
    });
});
