// --rates [--seconds 4]: openings, snapshots and webhooks that one process takes a second, on the
// embedded database in a folder and on a Postgres.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createCandidates, mintTokens } from '../stage/create-candidates.ts';
import { keepResult, type Row } from '../stage/keep-result.ts';
import { startOwnPostgres } from '../stage/start-own-postgres.ts';
import { ORIGIN, startProxyProcess, WEBHOOK_SECRET } from '../stage/start-proxy-process.ts';
import { startService } from '../stage/start-service.ts';

const { values } = parseArgs({
  options: { rates: { type: 'boolean' }, seconds: { type: 'string', default: '4' } },
});
const duration = Number(values.seconds);

const folder = await mkdtemp(join(tmpdir(), 'precandidate-rates-'));
const service = await startService();
const postgres = await startOwnPostgres();
try {
  const rows = [await ratesOf('embedded', { DATA_DIR: join(folder, 'data') })];
  if (postgres) rows.push(await ratesOf('Postgres', { DATABASE_URL: postgres.url }));
  else console.log('Postgres: not there');
  await keepResult('proxy-rates', rows, { duration });
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
      'openings/s': await rateOf({
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

/** Each is another one, of another person. */
function newWebhook(): string {
  const id = randomUUID();
  return JSON.stringify({ webhook_request_id: id, id: `p-${id}` });
}

/** Answers with 2xx a second, 32 requests under way at a time, after a second of warming up. */
async function rateOf(request: Omit<autocannon.Options, 'connections' | 'duration'>) {
  const common = { ...request, connections: 32 };
  await autocannon({ ...common, duration: 1 });
  const result = await autocannon({ ...common, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.url}: ${JSON.stringify(result.statusCodeStats)}`);
  return Math.round(result.requests.average);
}
