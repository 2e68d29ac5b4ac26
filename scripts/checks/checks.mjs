import { existsSync, globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { runCaptured } from '../processes.mjs';

const SOURCES = ['packages', 'demo', 'tests', 'bench', 'scripts'];

/** Name → the check: resolves to one line for each violation. */
const CHECKS = {
  types: checkTypes,
  lint: checkLint,
  format: () => violationsOf('node_modules/prettier/bin/prettier.cjs', ['--list-different', '.']),
  'import-direction': () =>
    violationsOf('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
      '--output-type=err',
      ...SOURCES,
    ]),
  unused: checkUnused,
  sizes: checkSizes,
  docs: checkDocs,
};

/** Runs the checks named, or all, side by side; prints violations; resolves to `{ passed, failed }`. */
export async function runChecks(names = []) {
  const chosen = Object.entries(CHECKS).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const results = await Promise.all(
    chosen.map(async ([name, check]) => {
      const started = performance.now();
      const violations = await check();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      return { name, violations, seconds };
    }),
  );
  for (const { name, violations, seconds } of results) {
    console.log(`${violations.length === 0 ? 'ok ' : '✖  '} ${name} (${seconds} s)`);
    for (const violation of violations) console.log(`    ${violation}`);
  }
  const passed = results.filter(({ violations }) => violations.length === 0).length;
  return { passed, failed: results.length - passed };
}

/** Runs a development tool on this Node: the lines that it prints when it fails. */
async function violationsOf(script, args) {
  const { code, output } = await runCaptured(process.execPath, [script, ...args]);
  if (code === 0) return [];
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 ? lines : [`${script} ended with ${code}`];
}

/** TypeScript's projects: what runs on the same platform is one, because each reads all that it imports. */
const TYPE_PROJECTS = ['packages', 'packages/widget', '.', 'docs', 'bench/peers'];

async function checkTypes() {
  // The peers are installed only where the benchmark has run.
  const projects = TYPE_PROJECTS.filter(
    (folder) => folder !== 'bench/peers' || existsSync('bench/peers/node_modules'),
  );
  const results = [];
  for (const folder of projects) {
    const args = ['-p', folder, '--pretty', 'false'];
    results.push(...(await violationsOf('node_modules/typescript/bin/tsc', args)));
  }
  return results;
}

const SUPPRESSION = /(eslint|oxlint|biome)-(disable|ignore)|@ts-(ignore|nocheck|expect-error)/;

/** The one file of the proxy that reads the machine's clock (ADR 19). */
const CLOCK = 'packages/proxy/src/shared/clock.ts';
const MACHINE_CLOCK = /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)/;

/** oxlint with `.oxlintrc.json`, no comment that suppresses a rule, and one clock in the proxy. */
async function checkLint() {
  const sources = globSync(`{${SOURCES.join(',')}}/**/*.{ts,tsx,js,mjs}`, {
    exclude: ['**/node_modules', '**/dist', 'bench/results', 'scripts/checks/checks.mjs'],
  });
  return [
    ...(await violationsOf('node_modules/oxlint/bin/oxlint', ['--format=unix', '--deny-warnings'])),
    ...sources
      .filter((path) => SUPPRESSION.test(readFileSync(path, 'utf8')))
      .map((path) => `${path} suppresses a check`),
    ...sources
      .filter((path) => path.startsWith('packages/proxy/src/') && path !== CLOCK)
      .filter((path) => MACHINE_CLOCK.test(readFileSync(path, 'utf8')))
      .map((path) => `${path} reads the machine's clock: use app.clock or performance.now()`),
  ];
}

/** knip: no unused file, export, or dependency. A type may be exported for its documentation. */
function checkUnused() {
  const args = ['--no-progress', '--no-config-hints', '--exclude', 'types'];
  return violationsOf('node_modules/knip/bin/knip.js', args);
}

/**
 * The documentation site builds, with the Markdown of its pages and the list of them for language models.
 * VitePress reports links to pages that do not exist.
 */
async function checkDocs() {
  const found = await violationsOf('docs/node_modules/vitepress/bin/vitepress.js', [
    'build',
    'docs',
  ]);
  const files = ['llms.txt', 'start/quickstart.md', 'reference/paths.html'];
  const missing = files.filter((file) => !existsSync(`docs/dist/${file}`));
  return [...found, ...missing.map((file) => `the site has no ${file}`)];
}

const BROWSER_BUILD = 'packages/widget/dist/browser';

/** Each of the widget's files, compressed with gzip at level 9, against the bytes in `size-budgets.json`. */
function checkSizes() {
  const budgets = JSON.parse(readFileSync(new URL('size-budgets.json', import.meta.url), 'utf8'));
  return Object.entries(budgets).flatMap(([pattern, budget]) => {
    const files = globSync(`${BROWSER_BUILD}/${pattern}`);
    if (files.length === 0) return [`the build has no file ${pattern}`];
    return files
      .map((file) => ({ file, size: gzipSync(readFileSync(file), { level: 9 }).length }))
      .filter(({ size }) => size > budget)
      .map(({ file, size }) => `${file} has ${size} bytes compressed; its budget is ${budget}`);
  });
}

// npm run check [-- <check> …]
if (import.meta.main) {
  const { failed } = await runChecks(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
