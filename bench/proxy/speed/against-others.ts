// [--rounds 5] [--seconds 2] [--connections 32]: a cached schema from the proxy, from a bare
// `node:http` server that sends the same bytes, and from nginx with its cache.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createCandidates, mintTokens } from '../stage/create-candidates.ts';
import { API_KEY, ORIGIN, startProxyProcess, startService } from '../stage/processes.ts';
import { writeResult, quantile, type Row } from '../stage/results.ts';
import { figuresOf } from '../stage/start-child.ts';
import { responsesOf, startBare, startNginx, type Contestant } from './servers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
  },
});
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(
  Number,
) as [number, number, number];

/** Status: the schema itself, or the confirmation that the browser's copy is current. */
const CASES = ['200', '304'] as const;
type Case = (typeof CASES)[number];

interface Measure {
  per_second: number;
  /** CPU time for one response, in µs, user and system. */
  cpu_us: number;
}
type Measures = Record<Case, Measure[]>;
const measured = new Map<string, Measures>();

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), 'precandidate-speed-'));
const log = join(folder, 'log');
const proxy = await startProxyProcess(service.api_url, { DATA_DIR: ':memory:' }, log);
const stops: (() => Promise<void>)[] = [
  () => rm(folder, { recursive: true }),
  service.stop,
  () => proxy.end('SIGTERM'),
];
try {
  const { contestants, headers } = await start();
  for (let round = 0; round <= rounds; round += 1)
    for (const each of CASES)
      for (const contestant of contestants) {
        const result = await measure(contestant, headers, each);
        // The first round only warms up.
        if (round > 0) measuresOf(contestant.name)[each].push(result);
      }
  await writeResult('proxy-speed', rowsOf(contestants), {
    rounds,
    seconds,
    connections,
    measured: Object.fromEntries(measured),
  });
} finally {
  for (const stop of stops.toReversed()) await stop();
}

async function start() {
  const candidates = await createCandidates(proxy, 1);
  const [session] = await mintTokens(proxy, candidates, 1);
  const { person_id, form_id } = candidates[0]!;
  const path = `/precandidate/${person_id}/schema/${form_id}`;
  const headers = { authorization: `Bearer ${session?.token}`, origin: ORIGIN };
  const url = proxy.url + path;
  const responses = await responsesOf(url, headers);
  const { pid } = proxy;
  const ours = { name: 'ours', url, pid, etag: responses.etag, stop: async () => undefined };
  const bare = await startBare(responses);
  const nginx = await startNginx(service.url, API_KEY, `/v3${path}`);
  if (!nginx) console.log('nginx: not installed (`apt-get install nginx-light`)');
  const contestants: Contestant[] = [bare, ours, ...(nginx ? [nginx] : [])];
  stops.push(...contestants.map((one) => one.stop));
  return { contestants, headers };
}

async function measure(
  { url, pid, etag, name }: Contestant,
  headers: Record<string, string>,
  each: Case,
): Promise<Measure> {
  const none = { per_second: Number.NaN, cpu_us: Number.NaN };
  if (each === '304' && etag === '') return none;
  const known = each === '304' ? { 'if-none-match': etag } : {};
  const before = figuresOf(pid);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers, ...known },
  });
  const used_ms = figuresOf(pid).cpu_ms - before.cpu_ms;
  const others = Object.keys(result.statusCodeStats).filter((status) => status !== each);
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${name} responded ${others.join(', ')} too; ${result.errors} errors`);
  return {
    per_second: result.requests.average,
    cpu_us: (used_ms * 1_000) / result.requests.total,
  };
}

function measuresOf(name: string): Measures {
  const all = measured.get(name) ?? { '200': [], '304': [] };
  measured.set(name, all);
  return all;
}

/** Ratios refer to `node:http` in the same round. */
function rowsOf(contestants: readonly Contestant[]): Row[] {
  const base = measuresOf('node:http');
  return contestants.map(({ name }) => {
    const row: Row = { server: name };
    for (const each of CASES) {
      const own = measuresOf(name)[each];
      const median = (of: (measure: Measure, round: number) => number) =>
        quantile(own.map(of), 0.5);
      const rate = ({ per_second }: Measure, round: number) =>
        per_second / (base[each][round]?.per_second ?? Number.NaN);
      row[`${each}/s`] = Math.round(median(({ per_second }) => per_second));
      row[`${each}, ratio`] = Number(median(rate).toFixed(2));
      row[`${each}, processor µs`] = Number(median(({ cpu_us }) => cpu_us).toFixed(1));
    }
    return row;
  });
}
