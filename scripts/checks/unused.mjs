import { findingsOf } from './output-of.mjs';

/** knip: no unused file, export or dependency. */
export function unused() {
  return findingsOf('node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints']);
}
