import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { ORIGIN, WEBHOOK_SECRET } from 'precandidate-testing/service.ts';
import { createCandidates, mintSessions } from '../stage/candidates.ts';
import { startProxyProcess, type ProxyProcess, type ServiceProcess } from '../stage/processes.ts';
import { writeResult, type Row } from '../stage/results.ts';

interface Run {
  service: ServiceProcess;
  folder: string;
  /** Of each measurement. */
  seconds: number;
  /** Address of an empty Postgres; default: SQLite. */
  database: string | undefined;
}

/** Bootstraps, snapshots, and webhooks per second of one process. */
export async function measureRates({ service, folder, seconds, database }: Run): Promise<void> {
  const env: Record<string, string> =
    database === undefined ? { DATA_DIR: join(folder, 'data') } : { DATABASE_URL: database };
  const proxy = await startProxyProcess(service.api_url, env);
  try {
    const row = await ratesOf(proxy, seconds);
    await writeResult('proxy-rates', [row], { seconds });
  } finally {
    await proxy.end();
  }
}

async function ratesOf(proxy: ProxyProcess, seconds: number): Promise<Row> {
  const [session] = await mintSessions(proxy, await createCandidates(proxy, 1), 1);
  const { person_id, form_id, token } = session!;
  return {
    'bootstraps/s': await rateOf(seconds, {
      url: `${proxy.url}/bootstrap`,
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'text/plain' },
      body: JSON.stringify({ session: token, locale: 'es' }),
    }),
    'snapshots/s': await rateOf(seconds, {
      url: `${proxy.url}/precandidate/${person_id}/status/${form_id}`,
      headers: { origin: ORIGIN, authorization: `Bearer ${token}` },
    }),
    'webhooks/s': await rateOf(seconds, {
      url: `${proxy.url}/webhooks/person-completed`,
      method: 'POST',
      headers: { 'x-webhook-secret': WEBHOOK_SECRET, 'content-type': 'application/json' },
      requests: [{ setupRequest: (request) => ({ ...request, body: newWebhook() }) }],
    }),
  };
}

/** Each webhook has its own id and person. */
function newWebhook(): string {
  const id = randomUUID();
  return JSON.stringify({ webhook_request_id: id, id: `p-${id}` });
}

/** 2xx responses per second with 32 concurrent requests, after a second of warm-up. */
async function rateOf(
  duration: number,
  request: Omit<autocannon.Options, 'connections' | 'duration'>,
): Promise<number> {
  const common = { ...request, connections: 32 };
  await autocannon({ ...common, duration: 1 });
  const result = await autocannon({ ...common, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.url}: ${JSON.stringify(result.statusCodeStats)}`);
  return Math.round(result.requests.average);
}
