import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ARROWS } from './arrows.mjs';
import { sourceFiles } from './source-files.mjs';

/** Dependencies point one way: each import of ours against the rules in `arrows.mjs`. */
export async function importArrows() {
  return sourceFiles(['packages', 'demo', 'tests', 'bench']).flatMap((path) =>
    importsOf(path).flatMap(({ specifier, typeOnly }) => {
      const target = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
      return ARROWS.filter(
        (rule) =>
          rule.applies(path) && !(typeOnly && rule.allowsTypes) && rule.forbids(path, target),
      ).map((rule) => `${path} imports ${specifier}: ${rule.because}`);
    }),
  );
}

/** The modules that a file imports, re-exports, or loads by a literal name. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const { module } = parseSync(path, text);
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries
      .filter((entry) => entry.moduleRequest !== null)
      .map((entry) => ({ specifier: entry.moduleRequest.value, typeOnly: entry.isType })),
  );
  const loaded = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^['"](.+)['"]$/.exec(text.slice(start, end));
    return literal === null ? [] : [{ specifier: literal[1], typeOnly: false }];
  });
  return [...imported, ...exported, ...loaded];
}
