import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, kindOf, newTrace } from './explore.ts';
import type { Explorer, Fault } from './explorer.ts';

const FOLDER = join(import.meta.dirname, '../findings');

/** Writes a finding for {@link replayFile}; returns the path. */
export function saveFinding(name: string, finding: Finding, folder = join(FOLDER, name)): string {
  mkdirSync(folder, { recursive: true });
  const title = kindOf(finding).toLowerCase();
  const slug = title.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const path = join(folder, `${slug.slice(0, 80)}-${finding.seed}.json`);
  writeFileSync(path, `${JSON.stringify(finding)}\n`);
  return path;
}

/** Paths of the saved findings of an explorer. */
export function savedFindings(name: string): string[] {
  return globSync(join(FOLDER, name, '*.json')).toSorted();
}

/** Repeats a saved finding; throws a `Violation` if the fault is still there. */
export async function replayFile<Case>(explorer: Explorer<Case>, path: string): Promise<void> {
  const { script } = JSON.parse(readFileSync(path, 'utf8')) as Finding;
  await explorer.replay(script, newTrace());
}

/** A fault as a person reads it. */
export function describeFault(
  { property, kind, expected, seen }: Fault,
  properties: Explorer<never>['properties'],
): string {
  return [
    `✖ (${property}) ${properties[property] ?? 'the run ends'}`,
    `  what:     ${kind}`,
    `  expected: ${expected}`,
    `  seen:     ${seen}`,
  ].join('\n');
}

/** A finding, with how to repeat it. */
export function describeFinding(finding: Finding, properties: Explorer<never>['properties']) {
  const { seed, path, words } = finding;
  return [
    describeFault(finding, properties),
    `  steps:    ${words.join('; ')}`,
    `  seed:     --seed ${seed} --path ${path}`,
  ].join('\n');
}
