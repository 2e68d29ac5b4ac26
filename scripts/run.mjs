// Runs every npm script: node scripts/run.mjs <task> [arguments]. It works on the host's Node (20 or
// newer); the task itself runs on the Node that the lockfile pins.
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, pinnedNode } from './prepare.mjs';
import { runForeground } from './processes.mjs';
import { provideChromium } from './test/system-tools.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FROM_SOURCE = '--conditions=source';

/**
 * Task → the builds that it needs, whether it opens pages, and what Node runs then. `help` is of a task whose
 * command has no `--help`.
 */
const TASKS = {
  start: {
    help: 'Starts sandbox, proxy, and demo portal; set PORTAL_PORT, PROXY_PORT, SANDBOX_PORT.',
    builds: ['widget'],
    run: [FROM_SOURCE, 'demo/src/start.ts'],
  },
  proxy: { builds: ['widget'], run: [FROM_SOURCE, 'packages/proxy/src/main.ts'] },
  sandbox: { builds: [], run: [FROM_SOURCE, 'packages/sandbox/src/main.ts'] },
  build: {
    help: 'Installs and builds what has changed.',
    builds: ['widget', 'packages'],
  },
  test: {
    help: '[-- <suite> …] runs the tests; TEST_TIMES=1 prints how long each file took.',
    builds: [],
    run: ['scripts/test/main.mjs'],
  },
  torture: { builds: ['widget', 'packages'], run: [FROM_SOURCE, 'tests/torture/main.ts'] },
  docs: {
    help: 'Builds the documentation site from docs/ into docs/dist.',
    builds: [],
    run: ['docs/node_modules/vitepress/bin/vitepress.js', 'build', 'docs'],
  },
  'docs:images': {
    help: 'Takes the screenshots in docs/images.',
    builds: ['widget'],
    isInBrowser: true,
    run: [FROM_SOURCE, 'tests/pictures/main.ts'],
  },
  pack: {
    help: '[-- <folder>] packs the packages; default: dist.',
    builds: ['widget', 'packages'],
    run: ['scripts/pack.mjs'],
  },
  'generate:client': {
    help: "Writes the types of packages/client from the proxy's routes.",
    builds: ['widget'],
    run: [FROM_SOURCE, 'packages/client/generate.ts'],
  },
  'generate:docs': {
    help: 'Writes the tables of docs/ that come from code.',
    builds: ['widget'],
    run: [FROM_SOURCE, 'docs/generate.ts'],
  },
  release: {
    help: 'Dry run of a release; prints the commands that publish.',
    builds: ['widget', 'packages'],
    run: ['scripts/release.mjs'],
  },
  check: {
    help: '[-- <check> …] checks types, lint, format, import direction, unused code, sizes, and the docs.',
    builds: ['widget'],
    run: ['scripts/checks/checks.mjs'],
  },
  format: {
    help: 'Formats all files.',
    builds: [],
    run: ['node_modules/prettier/bin/prettier.cjs', '--write', '.'],
  },
  explore: {
    builds: ['widget', 'packages'],
    isInBrowser: true,
    run: [FROM_SOURCE, 'tests/explore/main.ts'],
  },
  fuzz: { builds: ['widget'], run: [FROM_SOURCE, 'tests/fuzz/main.ts'] },
  load: { builds: ['widget', 'packages'], run: [FROM_SOURCE, 'bench/proxy/load/main.ts'] },
  'bench:proxy': {
    builds: ['widget', 'packages'],
    run: [FROM_SOURCE, 'bench/proxy/speed/main.ts'],
  },
  bench: { builds: ['widget'], isInBrowser: true, run: [FROM_SOURCE, 'bench/src/main.ts'] },
};

async function main([name, ...given]) {
  const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : undefined;
  if (task === undefined) {
    console.error(`usage: node scripts/run.mjs <${Object.keys(TASKS).join(' | ')}> [arguments]`);
    return 2;
  }
  if (task.help !== undefined && given.includes('--help')) {
    console.log(`npm run ${name}: ${task.help}`);
    return 0;
  }
  await ensureInstalled();
  if (task.isInBrowser) await provideChromium();
  const node = pinnedNode();
  await ensureBuilt(node, task.builds);
  if (task.run === undefined) return 0;
  return runForeground(node, [...task.run, ...(given[0] === '--' ? given.slice(1) : given)]);
}

process.chdir(ROOT);
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
