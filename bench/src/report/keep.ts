import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { plotOf } from './plot.ts';
import type { Result } from './results.ts';
import { markdownOf } from './tables.ts';

const BENCH = new URL('../../', import.meta.url);
const LATEST_TABLES = /(<!-- latest -->\n)[^]*(<!-- \/latest -->)/;

/**
 * Writes `results/<time>.json` with every visit. `asLatest` also updates what is in git:
 * `latest.json`, `latest.svg`, and the tables of the README.
 */
export async function keep(result: Result, asLatest: boolean): Promise<void> {
  const name = result.at.replaceAll(':', '-').replace(/\..*/, '');
  await mkdir(new URL('results/', BENCH), { recursive: true });
  await write(`results/${name}.json`, json(result));
  console.log(`\nwritten to bench/results/${name}.json`);
  if (!asLatest) return;
  const cases = result.cases.map((report) => ({ ...report, measured: undefined }));
  await write('latest.json', json({ ...result, cases }));
  await write('latest.svg', plotOf(result));
  const readme = await readFile(new URL('README.md', BENCH), 'utf8');
  await write(
    'README.md',
    readme.replace(LATEST_TABLES, (_, before, after) => `${before}${markdownOf(result)}\n${after}`),
  );
  console.log('written to bench/latest.json, latest.svg, and README.md');
}

function write(path: string, text: string): Promise<void> {
  return writeFile(new URL(path, BENCH), text);
}

function json(result: Result): string {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(6)) : value;
  return `${JSON.stringify(result, round, 2)}\n`;
}
