import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { goalsOf } from './goals.ts';
import { plotOf } from './plot.ts';
import type { Result } from './results.ts';
import { markdownOf } from './tables.ts';

const BENCH = new URL('../../', import.meta.url);
/** A part of the README that a run writes. */
const partOf = (name: string) => new RegExp(`(<!-- ${name} -->\\n)[^]*(<!-- /${name} -->)`);

/** The run in git; `undefined` when it cannot be read. */
export async function latestResult(): Promise<Result | undefined> {
  try {
    return JSON.parse(await readFile(new URL('latest.json', BENCH), 'utf8')) as Result;
  } catch {
    return undefined;
  }
}

/**
 * Writes `results/<time>.json` with every visit. `asLatest` also updates what is in git:
 * `latest.json`, `latest.svg`, and the goals and tables of the README. A void run changes none of these.
 */
export async function keep(result: Result, asLatest: boolean): Promise<void> {
  const name = result.at.replaceAll(':', '-').replace(/\..*/, '');
  await mkdir(new URL('results/', BENCH), { recursive: true });
  await write(`results/${name}.json`, json(result));
  console.log(`\nwritten to bench/results/${name}.json`);
  for (const reason of result.void) console.log(`VOID: ${reason}`);
  if (!asLatest) return;
  if (result.void.length > 0) {
    console.error('--latest changed nothing: repeat the run on a quiet machine');
    process.exitCode = 1;
    return;
  }
  const cases = result.cases.map((report) => ({ ...report, measured: undefined }));
  await write('latest.json', json({ ...result, cases }));
  await write('latest.svg', plotOf(result));
  const readme = await readFile(new URL('README.md', BENCH), 'utf8');
  await write(
    'README.md',
    withPart(withPart(readme, 'goals', goalsOf(result)), 'latest', markdownOf(result)),
  );
  console.log('written to bench/latest.json, latest.svg, and README.md');
}

function withPart(readme: string, name: string, text: string): string {
  const part = partOf(name);
  if (!part.test(readme)) throw new Error(`bench/README.md has no part ${name}`);
  return readme.replace(part, (_, before, after) => `${before}${text}\n${after}`);
}

function write(path: string, text: string): Promise<void> {
  return writeFile(new URL(path, BENCH), text);
}

function json(result: Result): string {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value;
  return `${JSON.stringify(result, round, 2)}\n`;
}
