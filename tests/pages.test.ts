import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT, blocksOf, linksOf, readPage } from './stage/repository.ts';

const markdownIn = (folder: string, recursive: boolean) =>
  readdirSync(join(ROOT, folder), { recursive })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.md'));
const PAGES = [...markdownIn('.', false), ...markdownIn('docs', true)];
const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };

test('ARCHITECTURE.md names every folder of the packages', () => {
  const map = readPage('ARCHITECTURE.md');
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const [, own = ''] = map.split(`\npackages/${name}/`);
    const told = [...(own.split(/\n\S/)[0] ?? '').matchAll(/^ {2}src\/([\w-]+)\/ /gm)];
    if (told.length === 0) continue;
    const entries = readdirSync(join(ROOT, 'packages', name, 'src'), { withFileTypes: true });
    const rooms = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    assert.deepEqual(told.map(([, room]) => room).toSorted(), rooms.toSorted(), name);
  }
});

for (const page of PAGES)
  describe(page, () => {
    test('every link inside the repository points to a file', () => {
      const missing = linksOf(readPage(page))
        .filter((link) => !/^([a-z]+:|#)/.test(link))
        .map((link) => join(dirname(page), link.replace(/#.*$/, '')))
        .filter((path) => !existsSync(join(ROOT, path)));
      assert.deepEqual(missing, []);
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
