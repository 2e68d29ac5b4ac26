import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FILE = 'LICENCES.txt';
/** The folder of a package, up to its name; the last one where packages are nested. */
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Writes the licences of everybody else's code that is in the built files, as they ask for. */
export function tellLicences(): Plugin {
  return {
    name: 'tell-licences',
    generateBundle(_options, bundle) {
      const folders = new Map<string, string>();
      for (const chunk of Object.values(bundle))
        for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const found = PACKAGE.exec(id.replace(/^\0/, ''));
          if (found?.[1] !== undefined) folders.set(found[0], found[1]);
        }
      const all = [...folders].map(([folder, name]) => `${name}\n\n${licenceOf(folder, name)}`);
      const source = `${all.sort().join('\n\n----------\n\n')}\n`;
      this.emitFile({ type: 'asset', fileName: FILE, source });
    },
  };
}

/** Its licence's text, else what its manifest says. */
function licenceOf(folder: string, name: string): string {
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return readFileSync(folder + file, 'utf8').trim();
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    license?: string;
  };
  if (manifest.license === undefined) throw new Error(`${name} has no licence`);
  return manifest.license;
}
