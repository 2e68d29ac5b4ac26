// Runs every npm script: node scripts/run.mjs <task> [arguments]. It works on the host's Node (20 or
// newer); the task itself runs on the Node that the lockfile pins.
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, pinnedNode } from './prepare.mjs';
import { runForeground } from './processes.mjs';
import { provideChromium } from './test/system-tools.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FROM_SOURCE = '--conditions=source';

/** Task → the builds that it needs, whether it opens pages, and what Node runs then. */
const TASKS = {
  start: { builds: ['widget'], run: [FROM_SOURCE, 'demo/src/start.ts'] },
  proxy: { builds: ['widget'], run: [FROM_SOURCE, 'packages/proxy/src/main.ts'] },
  sandbox: { builds: [], run: [FROM_SOURCE, 'packages/sandbox/src/main.ts'] },
  build: { builds: ['widget', 'packages'] },
  test: { builds: [], run: ['scripts/test/main.mjs'] },
  torture: { builds: ['widget', 'packages'], run: [FROM_SOURCE, 'tests/torture/main.ts'] },
  docs: { builds: [], run: ['docs/node_modules/vitepress/bin/vitepress.js', 'build', 'docs'] },
  'docs:images': {
    builds: ['widget'],
    isInBrowser: true,
    run: [FROM_SOURCE, 'tests/pictures/main.ts'],
  },
  pack: { builds: ['widget', 'packages'], run: ['scripts/pack.mjs'] },
  'generate:client': { builds: ['widget'], run: [FROM_SOURCE, 'packages/client/generate.ts'] },
  'generate:docs': { builds: ['widget'], run: [FROM_SOURCE, 'packages/proxy/generate.ts'] },
  release: { builds: ['widget', 'packages'], run: ['scripts/release.mjs'] },
  check: { builds: ['widget'], run: ['scripts/checks/checks.mjs'] },
  format: { builds: [], run: ['node_modules/prettier/bin/prettier.cjs', '--write', '.'] },
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
