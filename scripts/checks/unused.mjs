import { findingsOf } from './findings-of.mjs';

/** knip: no unused file, export or dependency. A type may be exported for its words alone. */
export function unused() {
  return findingsOf('node_modules/knip/bin/knip.js', [
    '--no-progress',
    '--no-config-hints',
    '--exclude',
    'types',
  ]);
}
