import { readFileSync } from 'node:fs';

interface Manifest {
  version: string;
}

/** The package's version. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest
).version;
