// npm run pack [folder]: packs the packages into tarballs, by default in dist/, and removes the tarballs that
// are there. Each installs with a plain `npm install ./x.tgz`, without a registry copy of the others: it
// bundles those that it needs.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const PROXY = 'precandidate-proxy';
const FOLDERS = ['contract', 'widget', 'sandbox', 'proxy', 'client'];
/** Examples for operators that come with the proxy. Those that build from a clone do not. */
const DEPLOY = [
  'caddy',
  'grafana',
  'kubernetes',
  'make-secrets.sh',
  'nginx',
  'prometheus',
  'systemd',
];
const { catalog } = parse(readFileSync('pnpm-workspace.yaml', 'utf8'));

/** Package name → its folder and manifest. */
const packages = new Map(
  FOLDERS.map((name) => {
    const folder = join('packages', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return [manifest.name, { folder, manifest }];
  }),
);

/** The names of our packages that `name` needs, directly or not. */
function bundledBy(name) {
  const own = Object.keys(packages.get(name).manifest.dependencies ?? {});
  const direct = own.filter((dependency) => packages.has(dependency));
  return [...new Set([...direct, ...direct.flatMap(bundledBy)])];
}

/** The manifest as it is published: exact ranges, and nothing that only the workspace uses. */
function publishedManifest(name) {
  const { devDependencies: _dev, scripts: _scripts, ...manifest } = packages.get(name).manifest;
  const versionOf = ([dependency, range]) => {
    if (range.startsWith('workspace:')) return packages.get(dependency).manifest.version;
    return range === 'catalog:' ? catalog[dependency] : range;
  };
  const dependencies = Object.entries(manifest.dependencies ?? {});
  const bundled = bundledBy(name);
  return {
    ...manifest,
    exports: withoutSource(manifest.exports),
    files: [...manifest.files, 'CHANGELOG.md', ...(name === PROXY ? ['deploy'] : [])],
    ...(dependencies.length > 0 && {
      dependencies: Object.fromEntries(dependencies.map((each) => [each[0], versionOf(each)])),
    }),
    ...(bundled.length > 0 && { bundleDependencies: bundled }),
  };
}

/** Removes the `source` condition, which only this workspace uses. */
function withoutSource(exports) {
  if (typeof exports !== 'object') return exports;
  const entries = Object.entries(exports).filter(([condition]) => condition !== 'source');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutSource(value)]));
}

/** Writes the files of a package to `target`. */
function stage(name, target) {
  const { folder } = packages.get(name);
  mkdirSync(target, { recursive: true });
  cpSync(join(folder, 'dist'), join(target, 'dist'), { recursive: true });
  for (const file of [join(folder, 'README.md'), 'LICENSE', 'CHANGELOG.md'])
    copyFileSync(file, join(target, file.split(/[/\\]/).at(-1)));
  if (name === PROXY)
    for (const example of DEPLOY)
      cpSync(join('deploy', example), join(target, 'deploy', example), { recursive: true });
  const manifest = JSON.stringify(publishedManifest(name), null, 2);
  writeFileSync(join(target, 'package.json'), `${manifest}\n`);
  useJavaScriptExtensions(join(target, 'dist'));
}

/** Declarations import `./x.ts` as their sources do; published ones import `./x.js`. */
function useJavaScriptExtensions(folder) {
  for (const path of readdirSync(folder, { recursive: true })) {
    if (!path.endsWith('.d.ts')) continue;
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    const published = text.replace(
      /((?:from|import)\s*\(?['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g,
      '$1.js',
    );
    if (published !== text) writeFileSync(file, published);
  }
}

function pack(name, output) {
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-pack-'));
  try {
    stage(name, folder);
    for (const bundled of bundledBy(name)) stage(bundled, join(folder, 'node_modules', bundled));
    const npm = ['pack', '--silent', '--ignore-scripts', '--pack-destination', output];
    return execFileSync('npm', npm, { cwd: folder, encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const output = resolve(process.argv[2] ?? 'dist');
mkdirSync(output, { recursive: true });
// Packages of another version would look current.
for (const file of readdirSync(output)) if (file.endsWith('.tgz')) rmSync(join(output, file));
for (const name of packages.keys()) console.log(join(output, pack(name, output)));
