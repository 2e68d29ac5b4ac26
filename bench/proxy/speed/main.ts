// npm run bench:proxy [-- --rounds 5 --seconds 4]: a cached schema from the proxy, from bare
// `node:http` that answers the same bytes, and from nginx with its cache.
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createCandidates, mintTokens } from '../stage/create-candidates.ts';
import { keepResult, type Row } from '../stage/keep-result.ts';
import { quantile } from '../stage/quantile.ts';
import { ORIGIN, startProxyProcess } from '../stage/start-proxy-process.ts';
import { API_KEY, startService } from '../stage/start-service.ts';
import type { Contestant } from './contestant.ts';
import { startBare } from './start-bare.ts';
import { startNginx } from './start-nginx.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
  },
});
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(
  Number,
) as [number, number, number];

/** What is asked: the schema, or whether the one that the browser has still holds. */
const CASES = ['200', '304'] as const;
type Case = (typeof CASES)[number];

type Rates = Record<Case, number[]>;
const measured = new Map<string, Rates>();

const service = await startService();
const proxy = await startProxyProcess(service.api_url, { DATA_DIR: ':memory:' });
const stops: (() => Promise<void>)[] = [() => proxy.end('SIGTERM'), service.stop];
try {
  const contestants = await start();
  for (let round = 0; round <= rounds; round += 1)
    for (const each of CASES)
      for (const contestant of contestants) {
        const rate = await ask(contestant, each);
        // The first round only warms up.
        if (round > 0) ratesOf(contestant.name)[each].push(rate);
      }
  await keepResult('proxy-speed', rowsOf(contestants), {
    rounds,
    seconds,
    connections,
    requests_per_second: Object.fromEntries(measured),
  });
} finally {
  for (const stop of stops.toReversed()) await stop();
}

async function start(): Promise<Contestant[]> {
  const candidates = await createCandidates(proxy, 1);
  const [session] = await mintTokens(proxy, candidates, 1);
  const { person_id, form_id } = candidates[0]!;
  const path = `/precandidate/${person_id}/schema/${form_id}`;
  const headers = { authorization: `Bearer ${session?.token}`, origin: ORIGIN };
  const url = proxy.url + path;
  const answer = await fetch(url, { headers });
  const [body, etag] = [await answer.text(), answer.headers.get('etag') ?? ''];
  const ours: Contestant = { name: 'ours', url, headers, etag, stop: async () => undefined };
  const bare = await startBare(body, etag);
  const nginx = await startNginx(service.url, API_KEY, `/v3${path}`);
  if (!nginx) console.log('nginx: not there; `apt-get install nginx-light` brings it');
  const contestants = [bare, ours, ...(nginx ? [nginx] : [])];
  stops.push(...contestants.map((one) => one.stop));
  return contestants;
}

/** Requests a second. */
async function ask({ url, headers, etag, name }: Contestant, each: Case): Promise<number> {
  const known = each === '304' ? { 'if-none-match': etag } : {};
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers, ...known },
  });
  const others = Object.keys(result.statusCodeStats).filter((status) => status !== each);
  if (each === '304' && etag === '') return Number.NaN;
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${name} answered ${others.join(', ')} too; ${result.errors} errors`);
  return result.requests.average;
}

function ratesOf(name: string): Rates {
  const rates = measured.get(name) ?? { '200': [], '304': [] };
  measured.set(name, rates);
  return rates;
}

/** Ratios are to `node:http` in the same round. */
function rowsOf(contestants: readonly Contestant[]): Row[] {
  const base = ratesOf('node:http');
  return contestants.map(({ name }) => {
    const rates = ratesOf(name);
    const ratio = (each: Case) =>
      quantile(
        rates[each].map((rate, round) => rate / (base[each][round] ?? Number.NaN)),
        0.5,
      );
    return {
      server: name,
      '200/s': Math.round(quantile(rates['200'], 0.5)),
      '200, ratio': Number(ratio('200').toFixed(2)),
      '304/s': Math.round(quantile(rates['304'], 0.5)),
      '304, ratio': Number(ratio('304').toFixed(2)),
    };
  });
}
