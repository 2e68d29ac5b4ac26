import { existsSync, readdirSync } from 'node:fs';
import { findingsOf } from './findings-of.mjs';

/** TypeScript, strict, in every package. */
export async function types() {
  const projects = [
    ...readdirSync('packages').map((name) => `packages/${name}`),
    'demo',
    'tests',
    'bench',
    // Only where the bench was run: the peers are not installed otherwise.
    ...(existsSync('bench/peers/node_modules') ? ['bench/peers'] : []),
  ];
  const findings = [];
  for (const project of projects.filter((folder) => existsSync(`${folder}/tsconfig.json`)))
    findings.push(
      ...(await findingsOf('node_modules/typescript/bin/tsc', [
        '-p',
        project,
        '--pretty',
        'false',
      ])),
    );
  return findings;
}
