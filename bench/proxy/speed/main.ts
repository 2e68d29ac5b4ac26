import { parseArgs } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withUsage } from 'precandidate-testing/with-usage.ts';
import { warnIfBusy } from '../../src/report/busy.ts';
import { quantile } from '../../src/report/results.ts';
import { startProxyProcess, startService } from '../stage/processes.ts';
import { writeResult } from '../stage/results.ts';
import { measureCachedSchema } from './cached-schema.ts';
import { measureRates } from './rates.ts';

const USAGE = `npm run bench:proxy [-- options]: start to ready, and a cached schema beside a bare node:http
server that sends the same bytes.
  --rounds N        rounds (5)
  --seconds N       of each measurement (2, or 4 with --rates)
  --rates           requests per second of one process instead
    --database URL  an empty Postgres (SQLite)`;

const { values } = withUsage(USAGE, () =>
  parseArgs({
    options: {
      rates: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string' },
      database: { type: 'string' },
    },
  }),
);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds ?? (values.rates ? 4 : 2));

await warnIfBusy();
const folder = await mkdtemp(join(tmpdir(), 'precandidate-speed-'));
const service = await startService();
try {
  if (values.rates) await measureRates({ service, folder, seconds, database: values.database });
  else {
    await measureStart();
    await measureCachedSchema({ service, rounds, seconds });
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

/** From the start of the published command, on the database of an earlier run, to its ready line. */
async function measureStart(): Promise<void> {
  const env = { DATA_DIR: join(folder, 'data') };
  const measured: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const proxy = await startProxyProcess(service.api_url, env);
    await proxy.end();
    // The first round only creates the database.
    if (round > 0) measured.push(proxy.readyMs);
  }
  const row = {
    'start to ready ms, median': Math.round(quantile(measured, 0.5)),
    longest: Math.round(Math.max(...measured)),
  };
  await writeResult('proxy-start', [row], { rounds, measured });
}
