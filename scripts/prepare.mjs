// Prepares a bare clone: installs the dependencies and builds what a task needs, each only when its
// inputs have changed.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { withLock } from './lock.mjs';
import { capture } from './processes.mjs';

const PNPM = 'pnpm@12.21.0';
const OLDEST_NODE = 24;

/** Installs what the lockfile names. */
export async function ensureInstalled() {
  const inputs = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  await unlessUnchanged({ stamp: 'node_modules/.installed', inputs }, async () => {
    console.error('installing dependencies …');
    await capture('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], {
      env: {
        ...process.env,
        CI: '1',
        npm_config_loglevel: 'error',
        npm_config_update_notifier: 'false',
      },
    });
  });
}

/**
 * The Node binary that runs the project: the one that the lockfile pins, or the host's own when it is
 * new enough. It also comes first on PATH, so that child processes find the same one.
 */
export function pinnedNode() {
  const pinned = resolve(
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const node = existsSync(pinned) ? pinned : hostNode(pinned);
  process.env.PATH = dirname(node) + delimiter + (process.env.PATH ?? '');
  return node;
}

function hostNode(pinned) {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  throw new Error(
    `There is no Node at ${pinned}, and this host's Node ${process.versions.node} is older than ` +
      `${OLDEST_NODE}. Remove node_modules and run the command again.`,
  );
}

const COMMON_INPUTS = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts/prepare.mjs'];

/** In the order of their dependencies: each compiles against the declarations of those before it. */
const PACKAGES = ['contract', 'widget', 'sandbox', 'proxy', 'client'];
/** Project file → what it writes. The widget's bundles are in `dist`, too. */
const PROJECTS = {
  'contract/tsconfig.build.json': 'contract/dist',
  'widget/tsconfig.build.json': 'widget/dist/types',
  'widget/tsconfig.entries.json': 'widget/dist/entries',
  'sandbox/tsconfig.build.json': 'sandbox/dist',
  'proxy/tsconfig.build.json': 'proxy/dist',
  'client/tsconfig.build.json': 'client/dist',
};
const MANIFEST = 'packages/widget/dist/custom-elements.json';

/** Build name → the files and folders that it reads, what it writes, and how it runs. */
const BUILDS = {
  widget: {
    inputs: [...COMMON_INPUTS, 'vite.config.ts', 'packages/widget', 'packages/contract/src'],
    outputs: ['packages/widget/dist/browser/widget.js', 'packages/widget/dist/server/server.js'],
    run: (node) => Promise.all([viteBuild(node), viteBuild(node, '--ssr')]),
  },
  packages: {
    // The docs describe the element's events, states, parts, and custom properties.
    inputs: [
      ...COMMON_INPUTS,
      ...PACKAGES.map((name) => `packages/${name}`),
      'docs/reference/element.md',
    ],
    outputs: [...Object.values(PROJECTS).map((output) => `packages/${output}`), MANIFEST],
    run: async (node) => {
      for (const [project, output] of Object.entries(PROJECTS)) {
        rmSync(`packages/${output}`, { recursive: true, force: true });
        await capture(node, ['node_modules/typescript/bin/tsc', '-p', `packages/${project}`]);
      }
      cpSync('packages/proxy/src/db/migrations', 'packages/proxy/dist/db/migrations', {
        recursive: true,
      });
      const plainModule = 'import-module.mjs';
      cpSync(`packages/widget/src/${plainModule}`, `packages/widget/dist/entries/${plainModule}`);
      await capture(node, ['packages/widget/custom-elements.ts']);
    },
  },
};

function viteBuild(node, ...flags) {
  const vite = 'node_modules/vite/bin/vite.js';
  return capture(node, [vite, 'build', ...flags, '--logLevel', 'warn']);
}

/** Runs the builds named, with the Node binary `node`. */
export async function ensureBuilt(node, names) {
  for (const name of names) {
    const { inputs, outputs, run } = BUILDS[name];
    await unlessUnchanged({ stamp: `.build/${name}.hash`, inputs, outputs }, async () => {
      console.error(`building ${name} …`);
      await run(node);
    });
  }
}

/**
 * Runs `work` unless `stamp` shows that it succeeded with the same `inputs` before and its `outputs`
 * still exist. Of several processes that start at the same time, one does the work and the others wait.
 */
export async function unlessUnchanged({ stamp, inputs, outputs = [] }, work) {
  const hash = contentHash(inputs);
  const isUnchanged = () =>
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    outputs.every((output) => existsSync(output));
  if (isUnchanged()) return;
  await withLock('.build/lock', async () => {
    if (isUnchanged()) return;
    const started = Date.now();
    await work();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
    console.error(`done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
}

const NOT_HASHED = new Set(['node_modules', 'dist', 'test']);

/** A hash of the names and contents of `paths`: files, or folders with everything below them. */
function contentHash(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf)) {
    hash.update(`${path}\0`);
    hash.update(existsSync(path) ? readFileSync(path) : 'absent');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !NOT_HASHED.has(name))
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}
