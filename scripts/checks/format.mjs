import { findingsOf } from './findings-of.mjs';

/** One format, by prettier; `npm run format` writes it. */
export function format() {
  return findingsOf('node_modules/prettier/bin/prettier.cjs', ['--list-different', '.']);
}
