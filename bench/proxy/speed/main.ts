// npm run bench:proxy [-- --rounds 5 --seconds 2]: start to ready, and a cached schema beside a bare
// node:http server that sends the same bytes.
// npm run bench:proxy -- --rates [--seconds 4] [--database postgresql://…]: requests per second of
// one process, with SQLite or an empty Postgres.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { warnIfBusy } from '../../src/report/busy.ts';
import { startService } from '../stage/processes.ts';
import { measureCachedSchema } from './cached-schema.ts';
import { measureRates } from './rates.ts';
import { measureStart } from './start.ts';

const { values } = parseArgs({
  options: {
    rates: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    database: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds ?? (values.rates ? 4 : 2));

await warnIfBusy();
const folder = await mkdtemp(join(tmpdir(), 'precandidate-speed-'));
const service = await startService();
try {
  if (values.rates) await measureRates({ service, folder, seconds, database: values.database });
  else {
    await measureStart({ service, folder, rounds });
    await measureCachedSchema({ service, rounds, seconds });
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
