import { readFileSync } from 'node:fs';
import { findingsOf } from './findings-of.mjs';
import { sourceFiles } from './source-files.mjs';

const SWITCHED_OFF = /(eslint|oxlint|biome)-(disable|ignore)|@ts-(ignore|nocheck|expect-error)/;
const THIS_FILE = 'scripts/checks/lint.mjs';

/** oxlint by `.oxlintrc.json`, and no comment that switches a rule off. */
export async function lint() {
  const switchedOff = sourceFiles()
    .filter((path) => path !== THIS_FILE && SWITCHED_OFF.test(readFileSync(path, 'utf8')))
    .map((path) => `${path} switches a check off`);
  return [
    ...(await findingsOf('node_modules/oxlint/bin/oxlint', ['--format=unix', '--deny-warnings'])),
    ...switchedOff,
  ];
}
