import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addFault } from 'precandidate-testing/sandbox-control.ts';
import { ORIGIN } from 'precandidate-testing/service.ts';
import { changeForms } from '../crowd/change-forms.ts';
import { startCrowd } from '../crowd/start-crowd.ts';
import { createCandidates, mintSessions, type Visitor } from '../stage/candidates.ts';
import { startProxyProcess, startService, type ProxyProcess } from '../stage/processes.ts';
import { quantile } from '../../src/report/results.ts';
import { type Row } from '../stage/results.ts';

/** Size of a run. */
export interface RushRun {
  /** Forms that the proxy polls. */
  forms: number;
  /** Open status streams, each of another form. */
  streams: number;
  /** Candidates who open and submit their form, per second. */
  perSecond: number;
  seconds: number;
  /** How long the service takes for each response. */
  serviceMs: number;
}

/** Where the proxy keeps its data. */
interface Engine {
  name: string;
  env: Record<string, string>;
  /** Transactions that waited for the disk, so far; with Postgres, all that wrote something. */
  commits(): Promise<number>;
  close(): Promise<void>;
}

const DATA = { document_id: '44556677', city_locode: 'PE LIM' };
/** Forms with a stream that the service changes meanwhile, one each second. */
const CHANGES = 20;

/** Many candidates submit in a short time, while others follow their status. */
export async function rush(run: RushRun, engine: Engine): Promise<Row> {
  const service = await startService();
  const proxy = await startProxyProcess(service.api_url, engine.env);
  const crowd = startCrowd();
  try {
    const candidates = await createCandidates(proxy, run.forms);
    const watched = candidates.slice(-run.streams);
    await crowd.open(await mintSessions(proxy, watched, run.streams));
    const sessions = await mintSessions(proxy, candidates, run.perSecond * run.seconds);
    await addFault(service.url, { kind: 'delay', delay_ms: run.serviceMs, times: 0 });
    const commits = await engine.commits();
    const changed = watched.slice(0, CHANGES);
    const news = changeForms({ service, crowd }, changed, { watchers: 1, everyMs: 1_000 });
    const measured = await submitAll(proxy, sessions, run);
    const written = (await engine.commits()) - commits;
    return {
      engine: engine.name,
      submitted: measured.submit.length,
      failed: measured.failed,
      ...quantiles('submit', measured.submit),
      ...quantiles('bootstrap', measured.bootstrap),
      ...quantiles('status', measured.status),
      'RSS MB': Math.round(measured.rss / 1e6),
      'event loop p99 ms': Math.round(
        (await proxy.metric('nodejs_eventloop_lag_p99_seconds')) * 1_000,
      ),
      'commits/submission': Number((written / sessions.length).toFixed(1)),
      ...quantiles('news', (await news).flat()),
    };
  } finally {
    await crowd.end();
    await proxy.end();
    await service.stop();
  }
}

const quantiles = (name: string, values: readonly number[]): Row =>
  Object.fromEntries(
    [0.5, 0.95, 0.99].map((q) => [`${name} p${q * 100} ms`, Math.round(quantile(values, q))]),
  );

/** Each request at its time, however long the others take: the durations, in milliseconds. */
async function submitAll(
  proxy: ProxyProcess,
  sessions: readonly Visitor[],
  { perSecond }: RushRun,
) {
  const measured = { submit: [] as number[], bootstrap: [] as number[], status: [] as number[] };
  let failed = 0;
  let rss = 0;
  const timed = async (into: number[], path: string, init: RequestInit): Promise<void> => {
    const began = performance.now();
    const response = await fetch(proxy.url + path, init).catch(() => undefined);
    await response?.text();
    if (response?.ok) into.push(performance.now() - began);
    else failed += 1;
  };
  const visit = async ({ person_id, form_id, token }: Visitor) => {
    const headers = { authorization: `Bearer ${token}`, origin: ORIGIN };
    await timed(measured.bootstrap, '/bootstrap', {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'text/plain' },
      body: JSON.stringify({ session: token }),
    });
    await timed(measured.status, `/precandidate/${person_id}/status/${form_id}`, { headers });
    await timed(measured.submit, `/precandidate/${person_id}/submission/${form_id}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(DATA),
    });
  };
  const began = performance.now();
  const visits: Promise<void>[] = [];
  for (const [index, session] of sessions.entries()) {
    await pause(Math.max(began + (index * 1_000) / perSecond - performance.now(), 0));
    visits.push(visit(session));
    if (index % perSecond === 0) rss = Math.max(rss, proxy.figures().rss);
  }
  await Promise.all(visits);
  return { ...measured, failed, rss };
}

/** SQLite in a folder of its own. */
export async function sqliteEngine(): Promise<Engine> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'precandidate-rush-'));
  const COMMITS_FILE = join(DATA_DIR, 'commits');
  const preload = new URL('count-commits.mjs', import.meta.url).href;
  return {
    name: 'SQLite',
    env: { DATA_DIR, COMMITS_FILE, NODE_OPTIONS: `--import=${preload}` },
    commits: async () => Number(await readFile(COMMITS_FILE, 'utf8')),
    close: () => rm(DATA_DIR, { recursive: true, force: true }),
  };
}

/** An empty database at `url`. */
export async function postgresEngine(url: string): Promise<Engine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    name: 'Postgres',
    env: { DATABASE_URL: url },
    async commits() {
      const { rows } = await client.query<{ id: string }>(
        'select pg_current_xact_id()::text as id',
      );
      return Number(rows[0]?.id);
    },
    close: () => client.end(),
  };
}
