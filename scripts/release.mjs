// npm run release: checks that the version in package.json can be published and packs it into dist/.
// It publishes nothing; at the end it prints the commands that do.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './processes.mjs';

const OUTPUT = 'dist';

/** What keeps the files of `root` from being released as one version; a line each. */
export function releaseProblems(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  const others = globSync('packages/*/package.json', { cwd: root })
    .map((file) => ({ file, version: JSON.parse(read(file)).version }))
    .filter((each) => each.version !== version)
    .map((each) => `${each.file} has version ${each.version}, package.json has ${version}`);
  return [
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is not a version such as 1.2.3`]),
    ...others,
    ...changelogProblems(read('CHANGELOG.md'), version),
    ...imageProblems(read('deploy/kubernetes/proxy.yaml'), version),
  ];
}

function changelogProblems(changelog, version) {
  const [, unreleased, released = ''] =
    /^## \[Unreleased\]\n([\s\S]*?)^## \[(.+)$/m.exec(changelog) ?? [];
  if (unreleased === undefined) return ['CHANGELOG.md has no section [Unreleased] above a release'];
  const [, name, date] = /^([^\]]+)\] - (\d{4}-\d{2}-\d{2})$/.exec(released) ?? [];
  return [
    ...(unreleased.trim() === '' ? [] : ['CHANGELOG.md has entries under [Unreleased]']),
    ...(name === version && date !== undefined
      ? []
      : [`CHANGELOG.md does not begin with "## [${version}] - <date>"`]),
  ];
}

function imageProblems(manifest, version) {
  return manifest.includes(`precandidate-proxy:${version}\n`)
    ? []
    : [`deploy/kubernetes/proxy.yaml runs another version than ${version}`];
}

function uncommittedChanges() {
  const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  return changes === '' ? [] : [`git has uncommitted changes:\n${changes.trimEnd()}`];
}

/** Packs into {@link OUTPUT} and checks each tarball as its users would find it. */
async function pack() {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT);
  const packed = await capture(process.execPath, ['scripts/pack.mjs', OUTPUT]);
  const tarballs = packed.trim().split('\n');
  for (const tarball of tarballs) {
    await capture('node_modules/.bin/publint', ['--strict', tarball]);
    await capture('node_modules/.bin/attw', ['--profile', 'esm-only', tarball]);
    console.log(`packed ${tarball}`);
  }
  return tarballs;
}

async function main() {
  const problems = [...releaseProblems('.'), ...uncommittedChanges()];
  if (problems.length > 0) {
    console.error(problems.map((problem) => `✖ ${problem}`).join('\n'));
    return 1;
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const tarballs = await pack();
  console.log(`\nNothing is published yet. To release ${version}, after npm test:\n`);
  console.log(`git tag v${version} && git push origin v${version}`);
  for (const tarball of tarballs) console.log(`npm publish ${tarball}`);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
