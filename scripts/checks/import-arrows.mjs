import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ARROWS, mayImport } from './arrows.mjs';
import { sourceFiles } from './source-files.mjs';

/** Dependencies point one way: each import of ours against the rules in `arrows.mjs`. */
export async function importArrows() {
  return sourceFiles(['packages', 'demo', 'tests', 'bench']).flatMap((path) =>
    importsOf(path).flatMap((specifier) => {
      const target = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier;
      return ARROWS.filter((rule) => rule.applies(path) && !mayImport(rule, path, target)).map(
        (rule) => `${path} imports ${specifier}: ${rule.because}`,
      );
    }),
  );
}

/** The module names in static imports, re-exports and literal dynamic imports. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const { module } = parseSync(path, text);
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^['"](.+)['"]$/.exec(text.slice(start, end));
      return literal === null ? [] : [literal[1]];
    }),
  ];
  return [...new Set(requests)];
}
