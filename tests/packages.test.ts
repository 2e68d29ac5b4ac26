import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { blocksOf, PAGES, readPage, ROOT } from 'precandidate-testing/repository.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { proxySettings } from 'precandidate-testing/service.ts';

const run = promisify(execFile);
// `npx` and the commands run on the Node that runs this test.
process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;

const PACKAGES = [
  'precandidate-client',
  'precandidate-contract',
  'precandidate-form',
  'precandidate-proxy',
  'precandidate-sandbox',
];
const { version: VERSION } = JSON.parse(readPage('package.json')) as {
  version: string;
};

/** The browsers' package names no Node: npm would warn on the Node that builds a portal's pages. */
const ENGINES: Record<string, { node: string } | undefined> = {
  'precandidate-client': { node: '>=20' },
  'precandidate-contract': { node: '>=20' },
  'precandidate-proxy': { node: '>=22.19' },
  'precandidate-sandbox': { node: '>=22.19' },
};

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const VUE_TSC = join(ROOT, 'tests/frameworks/node_modules/vue-tsc/bin/vue-tsc.js');

/** Declarations of the entries for frameworks. */
const FRAMEWORK_TYPES = ['react', 'vue'].map(
  (name) => `node_modules/precandidate-form/dist/types/frameworks/${name}.d.ts`,
);

/** A program that uses every other typed entry. */
const CONSUMER = `
import { createProxyClient, verifyEvent } from 'precandidate-client';
import { PATHS, type RelayEvent } from 'precandidate-contract';
import { loadPrecandidateForm, type PrecandidateFormElement } from 'precandidate-form';
import { renderFields } from 'precandidate-form/server';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';

const sandbox = await startSandbox({ report_delay_ms: 0 });
const proxy = await startProxy({ UPSTREAM_URL: sandbox.apiUrl });
const url: string = proxy.url + PATHS.sessions;
const form: PrecandidateFormElement | null = document.querySelector('precandidate-form');
form?.addEventListener('precandidate-submitted', ({ detail }) => {
  detail.by satisfies string;
  // If the detail were \`any\`, every name would be a key.
  const hasOwnType: 'nothing' extends keyof typeof detail ? false : true = true;
  return hasOwnType;
});
export const typeOf = (event: RelayEvent): string => event.type;
const client = createProxyClient({ url: proxy.url, key: 'a-key' });
const { data, error } = await client.POST('/sessions', { body: { person_id: '1', form_id: '2' } });
export const token: string = data?.token ?? error?.title ?? '';
export const event: RelayEvent = verifyEvent({ body: '', headers: new Headers(), secret: '' });
export const form_class: Promise<new () => PrecandidateFormElement> = loadPrecandidateForm({
  proxyUrl: proxy.url,
});
export { renderFields, url };
`;

/** Installs tarballs with plain npm in an otherwise empty project. */
async function install(folder: string, files: string[], options: string[] = []) {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const paths = files.map((file) => (file.startsWith('/') ? file : `./${file}`));
  await run('npm', ['install', '--no-audit', '--no-fund', ...options, ...paths], { cwd: folder });
}

// The packed packages, installed in an empty folder.
let folder = '';
let tarballs: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'precandidate-packages-'));
  await run(process.execPath, ['scripts/pack.mjs', folder], { cwd: ROOT });
  tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  assert.equal(tarballs.length, PACKAGES.length);
  await install(folder, tarballs);
});

after(() => rm(folder, { recursive: true, force: true }));

describe('the content of the packed packages', () => {
  test('each has its code, README, license, and changelog, and no source or test', async () => {
    for (const name of PACKAGES) {
      const files = await readdir(join(folder, 'node_modules', name));
      const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'];
      if (name === 'precandidate-proxy') expected.push('deploy');
      assert.deepEqual(
        files.filter((file) => file !== 'node_modules').toSorted(),
        expected.toSorted(),
        name,
      );
    }
    const form = join(folder, 'node_modules/precandidate-form/dist');
    for (const part of ['browser', 'server']) {
      const licenses = await readFile(join(form, part, 'licenses.md'), 'utf8');
      for (const name of ['react', '@rjsf/core']) assert.match(licenses, new RegExp(`## ${name} `));
    }
  });

  test('each manifest is true: version, license, repository, and ranges that npm understands', async () => {
    for (const name of PACKAGES) {
      const file = join(folder, 'node_modules', name, 'package.json');
      const text = await readFile(file, 'utf8');
      const manifest = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual([manifest['version'], manifest['license']], [VERSION, 'MIT'], name);
      assert.deepEqual(manifest['engines'], ENGINES[name], name);
      assert.ok(manifest['repository'], name);
      assert.doesNotMatch(text, /workspace:|catalog:|"source"|devDependencies/, name);
    }
  });

  test('a package brings the others that it needs', async (t) => {
    const alone = await newFolder(t);
    // Offline, npm cannot get anything from a registry.
    const form = tarballs.filter((file) => file.startsWith('precandidate-form'));
    await install(
      alone,
      form.map((file) => join(folder, file)),
      ['--offline'],
    );
    const bundled = await readdir(join(alone, 'node_modules/precandidate-form/node_modules'));
    assert.deepEqual(bundled, ['precandidate-contract']);
    const proxy = tarballs.filter((file) => file.startsWith('precandidate-proxy'));
    const { stdout } = await run('tar', ['tzf', join(folder, proxy[0] ?? '')]);
    for (const name of ['precandidate-contract', 'precandidate-form'])
      assert.match(stdout, new RegExp(`package/node_modules/${name}/package.json`));
  });

  test('the samples of the client need no other package', async (t) => {
    const alone = await newFolder(t);
    const client = tarballs.filter((file) => file.startsWith('precandidate-client'));
    await install(
      alone,
      client.map((file) => join(folder, file)),
      ['--prefer-offline'],
    );
    const blocks = blocksOf(readPage('packages/client/README.md'));
    for (const [index, { text }] of blocks.entries())
      await writeFile(join(alone, `${index}.mts`), text);
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, types: ['node'] };
    await writeFile(join(alone, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    assert.equal(await typeErrors(TSC, alone), '');
  });

  test('bundlers leave the import of /widget.js to the browser', async () => {
    const entries = join(folder, 'node_modules/precandidate-form/dist/entries');
    const files = (await readdir(entries)).filter((file) => /\.m?js$/.test(file));
    const texts = await Promise.all(files.map((file) => readFile(join(entries, file), 'utf8')));
    const imports = texts.flatMap((text) => text.match(/\bimport\(.*\)/g) ?? []);
    const comments = '/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */';
    assert.deepEqual(imports, [`import(${comments} address)`]);
  });

  test('publint and attw find nothing', async () => {
    for (const tarball of tarballs) {
      const file = join(folder, tarball);
      await run(join(ROOT, 'node_modules/.bin/publint'), ['--strict', file]);
      await run(join(ROOT, 'node_modules/.bin/attw'), ['--profile', 'esm-only', file]);
    }
  });
});

/** What the compiler reports for the `tsconfig.json` in a folder with installed packages. */
async function typeErrors(compiler = TSC, project = folder): Promise<string> {
  const types = join(project, 'node_modules/@types');
  await mkdir(types, { recursive: true });
  for (const [name, path] of [
    ['node', 'node_modules/@types/node'],
    ['react', 'packages/widget/node_modules/@types/react'],
    ['../express', 'tests/node_modules/express'],
    ['../vue', 'tests/frameworks/node_modules/vue'],
  ] as const)
    await symlink(join(ROOT, path), join(types, name)).catch(() => undefined);
  const { stdout } = await run(process.execPath, [compiler, '-p', project]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

/** What the blocks import and this workspace does not install: traces, and a file of the reader's. */
const OTHER_MODULES = `
declare module '@opentelemetry/sdk-node';
declare module 'playwright';
declare module '@vitejs/plugin-vue';
declare module '@/prerendered-form' {
  export function PrerenderedForm(props: { html: string }): import('react').JSX.Element;
}`;

const LEAST_BLOCKS = { TypeScript: 9, JavaScript: 8, Vue: 1 };
const FOR_BLOCKS = {
  module: 'preserve',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'react-jsx',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  noEmit: true,
  skipLibCheck: true,
  types: ['node', 'precandidate-form'],
};

/** Writes the blocks in `languages` to {@link folder}; those of tests/frameworks are compiled there. */
async function writeBlocks(languages: readonly string[]): Promise<string[]> {
  const compiled = [
    'examples/react/app.tsx',
    ...['html/app.ts', 'vue/app.vue', 'angular/app.ts'].map((file) => `tests/frameworks/${file}`),
  ].map(readPage);
  const files: string[] = [];
  for (const page of PAGES)
    for (const [index, { language, text }] of blocksOf(readPage(page)).entries()) {
      if (!languages.includes(language) || compiled.includes(text)) continue;
      const file = `${page.replaceAll('/', '-')}-${index}.${language}`;
      await writeFile(join(folder, file), text);
      files.push(file);
    }
  return files;
}

describe('the installed packages in use', () => {
  for (const [moduleResolution, module] of [
    ['bundler', 'preserve'],
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
  ] as const)
    test(`types resolve under moduleResolution ${moduleResolution}`, async () => {
      // Checking every declaration, those of the frameworks' entries too, takes ten times as long. The
      // strictest resolution does it.
      const skipLibCheck = moduleResolution !== 'nodenext';
      const options = { module, moduleResolution, skipLibCheck, strict: true, noEmit: true };
      const config = {
        compilerOptions: {
          ...options,
          types: ['node'],
          target: 'es2024',
          lib: ['es2024', 'dom', 'dom.iterable'],
        },
        files: skipLibCheck ? ['consumer.mts'] : ['consumer.mts', ...FRAMEWORK_TYPES],
      };
      await writeFile(join(folder, 'consumer.mts'), CONSUMER);
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      assert.equal(await typeErrors(), '');
    });

  for (const [name, languages, options, compiler] of [
    ['TypeScript', ['ts', 'tsx'], { strict: true }],
    ['JavaScript', ['js'], { allowJs: true, checkJs: true, strict: false }],
    ['Vue', ['vue'], { strict: true, types: [] }, VUE_TSC],
  ] as const)
    test(`every ${name} block of the docs and READMEs type-checks`, async () => {
      const files = await writeBlocks(languages);
      assert.ok(files.length >= LEAST_BLOCKS[name]);
      await writeFile(join(folder, 'others.d.ts'), OTHER_MODULES);
      const compilerOptions = { ...FOR_BLOCKS, ...options };
      const config = { compilerOptions, files: [...files, 'others.d.ts'] };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      assert.equal(await typeErrors(compiler), '');
    });

  test('npx precandidate-sandbox and npx precandidate-proxy run, and the widget is served', async (t) => {
    const sandbox = startCommand('npx', ['precandidate-sandbox'], {
      cwd: folder,
      env: { SANDBOX_PORT: '0' },
    });
    t.after(() => sandbox.stop());
    const [, upstream = ''] = await waitForLine(sandbox.child, /ready\s+(http\S+)/);
    const env = proxySettings({ apiUrl: upstream, apiKey: 'sandbox-key' });
    const proxy = startCommand('npx', ['precandidate-proxy'], { cwd: folder, env });
    t.after(() => proxy.stop());
    const [, url = ''] = await waitForLine(proxy.child, /ready\s+(http\S+)/);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const loader = await fetch(`${url}/widget.js`);
    assert.equal(loader.status, 200);
    assert.match(loader.headers.get('content-type') ?? '', /javascript/);
    assert.match(await loader.text(), new RegExp(`widget/${VERSION}/`));
  });

  test('npx precandidate-proxy lists every missing setting at once', async () => {
    const { UPSTREAM_URL: _none, ...env } = process.env;
    await assert.rejects(
      run('npx', ['precandidate-proxy'], { cwd: folder, env }),
      (error: { stderr: string }) => {
        for (const name of [
          'UPSTREAM_URL',
          'UPSTREAM_API_KEY',
          'BACKEND_KEYS',
          'SESSION_SECRETS',
          'ALLOWED_ORIGINS',
        ])
          assert.match(error.stderr, new RegExp(name));
        return true;
      },
    );
  });
});
