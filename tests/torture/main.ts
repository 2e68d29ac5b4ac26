// npm run torture [-- --sqlite <kills> --postgres <kills> --seed <number>]: kills the proxy under load,
// and reports acknowledged data that did not arrive. Exits with 1 when anything is lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../stage/postgres.ts';
import { drawDeaths } from './kill-points.ts';
import { seededRandom } from '../stage/seeded-random.ts';
import { lostOf, reportOf, torture, type TortureResult } from './torture.ts';

const { values } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '200' },
    postgres: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const random = seededRandom(Number(values.seed), 0);

async function onSqlite(kills: number): Promise<TortureResult> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'precandidate-torture-'));
  try {
    return await torture({
      deaths: drawDeaths(random, kills),
      random,
      processes: 1,
      database: { DATA_DIR },
    });
  } finally {
    await rm(DATA_DIR, { recursive: true, force: true });
  }
}

async function onPostgres(kills: number): Promise<TortureResult | undefined> {
  const postgres = await startPostgres();
  if (postgres === undefined) return undefined;
  try {
    return await torture({
      deaths: drawDeaths(random, kills),
      random,
      processes: 2,
      database: { DATABASE_URL: postgres.url },
    });
  } finally {
    await postgres.stop();
  }
}

async function run(name: string, given: string, work: typeof onPostgres): Promise<boolean> {
  const kills = Number(given);
  if (!(kills > 0)) return true;
  const result = await work(kills);
  if (result === undefined) {
    console.log(`${name}: not run, there is no Postgres here`);
    return false;
  }
  for (const line of reportOf(name, result)) console.log(line);
  return lostOf(result) === 0;
}

console.log(`seed ${values.seed}`);
const sqlite = await run('SQLite, one process', values.sqlite, onSqlite);
const postgres = await run('Postgres, two processes', values.postgres, onPostgres);
process.exitCode = sqlite && postgres ? 0 : 1;
