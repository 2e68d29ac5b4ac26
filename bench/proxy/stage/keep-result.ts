import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release } from 'node:os';

/** A row of a printed table: what it is, then its figures. */
export type Row = Record<string, string | number>;

const RESULTS = new URL('../../results/', import.meta.url);

/** Prints the rows as one table, and writes them with all that was measured to `bench/results/`. */
export async function keepResult(name: string, rows: readonly Row[], measured: object) {
  console.table(rows);
  const at = new Date();
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
  };
  await mkdir(RESULTS, { recursive: true });
  const file = `${name}-${at.toISOString().replaceAll(':', '-')}.json`;
  const text = JSON.stringify({ name, at, machine, rows, measured }, null, 2);
  await writeFile(new URL(file, RESULTS), `${text}\n`);
  console.log(`kept in bench/results/${file}`);
}
