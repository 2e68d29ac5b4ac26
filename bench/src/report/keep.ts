import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { markdownOf } from './markdown.ts';
import { pageOf } from './page.ts';
import { plotOf } from './plot.ts';
import type { Result } from './result.ts';

const BENCH = new URL('../../', import.meta.url);
const BETWEEN = /(<!-- latest -->\n)[^]*(<!-- \/latest -->)/;

/**
 * Writes `results/<time>.json` with every visit and `results/<time>.html` with plots and tables.
 * `asLatest` also renews what is kept in git: `latest.json`, `latest.svg` and the tables of the README.
 */
export async function keep(result: Result, asLatest: boolean): Promise<void> {
  const name = result.at.replaceAll(':', '-').replace(/\..*/, '');
  await mkdir(new URL('results/', BENCH), { recursive: true });
  await write(`results/${name}.json`, json(result));
  await write(`results/${name}.html`, pageOf(result));
  console.log(`\nkept in bench/results/${name}.json and .html`);
  if (!asLatest) return;
  const cases = result.cases.map((report) => ({ ...report, measured: undefined }));
  await write('latest.json', json({ ...result, cases }));
  await write('latest.svg', plotOf(result));
  const readme = await readFile(new URL('README.md', BENCH), 'utf8');
  const tables = markdownOf(result);
  await write(
    'README.md',
    readme.replace(BETWEEN, (_, before, after) => `${before}${tables}\n${after}`),
  );
  console.log('kept as bench/latest.json, latest.svg and in README.md');
}

function write(path: string, text: string): Promise<void> {
  return writeFile(new URL(path, BENCH), text);
}

function json(result: Result): string {
  return `${JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value), 2)}\n`;
}
