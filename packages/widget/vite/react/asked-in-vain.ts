import { parseSync } from 'vite';
import { ASKED } from './facts.ts';

/** What a module asks React for that is not there, as `name of package`; absent: nothing. */
export function askedInVain(code: string, id: string): string | undefined {
  // Most modules ask for nothing, and parsing them all would take seconds.
  if (!/['"]react(?:-dom)?(?:\/|['"])/.test(code)) return undefined;
  const { module } = parseSync(id.replace(/\?.*$/, ''), code);
  for (const { moduleRequest, entries } of module.staticImports) {
    const asked = ASKED[moduleRequest.value];
    for (const { importName, isType } of asked ? entries : [])
      if (!isType && !asked?.includes(importName.name ?? ''))
        return `${importName.name ?? 'All'} of ${moduleRequest.value}`;
  }
  return undefined;
}
