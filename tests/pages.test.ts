import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { slugOf } from '../docs/.vitepress/slug.ts';
import {
  PAGES,
  ROOT,
  blocksOf,
  headingsOf,
  linksOf,
  readPage,
} from 'precandidate-testing/repository.ts';

const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };

/** Why a link inside the repository leads nowhere; `undefined` when it leads somewhere. */
function brokenLink(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${link}: no such file`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  const anchors = headingsOf(readPage(target)).map(slugOf);
  return anchors.includes(anchor) ? undefined : `${link}: no such heading`;
}

test('ARCHITECTURE.md names every folder of the packages', () => {
  const map = readPage('ARCHITECTURE.md');
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const [, own = ''] = map.split(`\npackages/${name}/`);
    const named = [...(own.split(/\n\S/)[0] ?? '').matchAll(/^ {2}src\/([\w-]+)\/ /gm)];
    if (named.length === 0) continue;
    const entries = readdirSync(join(ROOT, 'packages', name, 'src'), { withFileTypes: true });
    const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    assert.deepEqual(named.map(([, room]) => room).toSorted(), folders.toSorted(), name);
  }
});

test('the table of contents lists every page of the docs once', () => {
  const links = linksOf(readPage('docs/index.md')).filter((link) =>
    /^(?!\.\.\/examples).*\.md$/.test(link),
  );
  const pages = PAGES.filter((page) => /^docs\/(?!index|adr)/.test(page));
  assert.deepEqual(links.map((link) => `docs/${link}`).toSorted(), pages);
});

test('the pictures of the docs are smaller than 1.5 MB in all', () => {
  const pictures = globSync('docs/images/*', { cwd: ROOT });
  const bytes = pictures.reduce((sum, name) => sum + statSync(join(ROOT, name)).size, 0);
  assert.ok(bytes < 1_500_000, `${bytes} bytes`);
});

test('the links that the element writes to the console are those of the repository', () => {
  const { repository } = JSON.parse(readPage('package.json')) as { repository: { url: string } };
  const docs = `${repository.url.replaceAll(/^git\+|\.git$/g, '')}/blob/main/docs/`;
  const files = globSync('packages/widget/src/**/*.ts', { cwd: ROOT });
  const links = files.flatMap(
    (file) => readPage(file).match(/https:\/\/github\.com\/[^\s'`]+/g) ?? [],
  );
  assert.ok(links.length > 2, `${links.length}`);
  assert.deepEqual(
    links.filter((link) => !link.startsWith(docs)),
    [],
  );
});

test('every picture is in a page', () => {
  const shown = PAGES.flatMap((page) =>
    linksOf(readPage(page)).map((link) => link.split('/').at(-1)),
  );
  for (const name of readdirSync(join(ROOT, 'docs/images'))) assert.ok(shown.includes(name), name);
});

for (const page of PAGES)
  describe(page, () => {
    test('every link inside the repository leads to a file and a heading', () => {
      const links = linksOf(readPage(page)).filter((link) => !/^[a-z]+:/.test(link));
      const broken = links.map((link) => brokenLink(page, link)).filter((why) => why !== undefined);
      assert.deepEqual(broken, []);
    });

    test('every quoted file has a link above it, for readers without the site', () => {
      const parts = readPage(page).split(/^<<< @\/(.+?)(?:\{.*)?$/m);
      const quoted = parts.flatMap((file, index) =>
        index % 2 === 1 ? [[parts[index - 1], file]] : [],
      );
      const bare = quoted.filter(([above = '', file = '']) => {
        const section = above.split(/^#+ /m).at(-1) ?? '';
        const targets = linksOf(section).map((link) => normalize(join(dirname(page), link)));
        return !targets.includes(normalize(join('docs', file)));
      });
      assert.deepEqual(
        bare.map(([, file]) => file),
        [],
      );
    });

    test('every npm command is a script of the workspace', () => {
      const shell = blocksOf(readPage(page)).filter(({ language }) => language === 'sh');
      const commands = shell.flatMap(({ text }) => [...text.matchAll(/\bnpm (?:run )?([\w:-]+)/g)]);
      const unknown = commands
        .map(([, name = '']) => name)
        .filter((name) => !Object.hasOwn(scripts, name) && name !== 'install');
      assert.deepEqual(unknown, []);
    });
  });
