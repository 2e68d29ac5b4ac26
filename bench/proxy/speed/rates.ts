// --rates [--seconds 4]: bootstraps, snapshots, and webhooks per second of one process, with SQLite
// and with Postgres.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createCandidates, mintTokens } from '../stage/create-candidates.ts';
import {
  ORIGIN,
  WEBHOOK_SECRET,
  startPostgres,
  startProxyProcess,
  startService,
} from '../stage/processes.ts';
import { writeResult, type Row } from '../stage/results.ts';

const { values } = parseArgs({
  options: { rates: { type: 'boolean' }, seconds: { type: 'string', default: '4' } },
});
const duration = Number(values.seconds);

const folder = await mkdtemp(join(tmpdir(), 'precandidate-rates-'));
const service = await startService();
const postgres = await startPostgres();
try {
  const rows = [await ratesOf('SQLite', { DATA_DIR: join(folder, 'data') })];
  if (postgres) rows.push(await ratesOf('Postgres', { DATABASE_URL: postgres.url }));
  else console.log('Postgres: not available');
  await writeResult('proxy-rates', rows, { duration });
} finally {
  await postgres?.stop();
  await service.stop();
  await rm(folder, { recursive: true });
}

async function ratesOf(database: string, env: Record<string, string>): Promise<Row> {
  const log = join(folder, `${database}.log`);
  const proxy = await startProxyProcess(service.api_url, env, log);
  try {
    const candidates = await createCandidates(proxy, 1);
    const [session] = await mintTokens(proxy, candidates, 1);
    const { person_id, form_id } = candidates[0]!;
    const token = session?.token ?? '';
    return {
      database,
      'bootstraps/s': await rateOf({
        url: `${proxy.url}/bootstrap`,
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'text/plain' },
        body: JSON.stringify({ session: token, locale: 'es' }),
      }),
      'snapshots/s': await rateOf({
        url: `${proxy.url}/precandidate/${person_id}/status/${form_id}`,
        headers: { origin: ORIGIN, authorization: `Bearer ${token}` },
      }),
      'webhooks/s': await rateOf({
        url: `${proxy.url}/webhooks/person-completed`,
        method: 'POST',
        headers: { 'x-webhook-secret': WEBHOOK_SECRET, 'content-type': 'application/json' },
        requests: [{ setupRequest: (request) => ({ ...request, body: newWebhook() }) }],
      }),
    };
  } finally {
    await proxy.end('SIGTERM');
  }
}

/** Each webhook has its own id and person. */
function newWebhook(): string {
  const id = randomUUID();
  return JSON.stringify({ webhook_request_id: id, id: `p-${id}` });
}

/** 2xx responses per second with 32 concurrent requests, after a second of warm-up. */
async function rateOf(request: Omit<autocannon.Options, 'connections' | 'duration'>) {
  const common = { ...request, connections: 32 };
  await autocannon({ ...common, duration: 1 });
  const result = await autocannon({ ...common, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.url}: ${JSON.stringify(result.statusCodeStats)}`);
  return Math.round(result.requests.average);
}
