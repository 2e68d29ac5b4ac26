import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { ORIGIN } from 'precandidate-testing/service.ts';
import { createCandidates, mintSessions } from '../stage/candidates.ts';
import { startProxyProcess, type ServiceProcess } from '../stage/processes.ts';
import { quantile } from '../../src/report/results.ts';
import { writeResult, type Row } from '../stage/results.ts';
import { figuresOf, startChild } from '../stage/start-child.ts';

const CONNECTIONS = 32;

/** Status: the schema itself, or the confirmation that the browser's copy is current. */
const CASES = ['200', '304'] as const;
type Case = (typeof CASES)[number];

/** A server that has the schema in memory. */
interface Server {
  name: string;
  url: string;
  pid: number;
}

interface Measure {
  perSecond: number;
  /** CPU time for one response, user and system. */
  cpuUs: number;
}

interface Run {
  service: ServiceProcess;
  rounds: number;
  /** Of each measurement. */
  seconds: number;
}

/** A cached schema with a session, from the proxy and from a bare `node:http` server. */
export async function measureCachedSchema(run: Run): Promise<void> {
  const { service, rounds, seconds } = run;
  const proxy = await startProxyProcess(service.api_url, { DATA_DIR: ':memory:' });
  try {
    const [session] = await mintSessions(proxy, await createCandidates(proxy, 1), 1);
    const { person_id, form_id, token } = session!;
    const url = `${proxy.url}/precandidate/${person_id}/schema/${form_id}`;
    const headers = { authorization: `Bearer ${token}`, origin: ORIGIN };
    const responses = await responsesOf(url, headers);
    const bare = await startBare(responses);
    try {
      const servers: Server[] = [
        { name: 'node:http', url: bare.ready, pid: bare.pid },
        { name: 'ours', url, pid: proxy.pid },
      ];
      const requestHeaders = {
        '200': headers,
        '304': { ...headers, 'if-none-match': responses.etag },
      };
      const measured = Object.fromEntries(
        servers.map(({ name }) => [name, { '200': [] as Measure[], '304': [] as Measure[] }]),
      );
      for (let round = 0; round <= rounds; round += 1)
        for (const status of CASES)
          for (const server of servers) {
            const measure = await load(server, status, requestHeaders[status], seconds);
            // The first round only warms up.
            if (round > 0) measured[server.name]?.[status].push(measure);
          }
      await writeResult('proxy-schema', rowsOf(measured), { rounds, seconds, measured });
    } finally {
      await bare.end();
    }
  } finally {
    await proxy.end();
  }
}

async function load(
  { name, url, pid }: Server,
  status: Case,
  headers: Record<string, string>,
  seconds: number,
): Promise<Measure> {
  const before = figuresOf(pid);
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
  const usedMs = figuresOf(pid).cpuMs - before.cpuMs;
  const others = Object.keys(result.statusCodeStats).filter((each) => each !== status);
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${name} responded ${others.join(', ')} too; ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    cpuUs: (usedMs * 1_000) / result.requests.total,
  };
}

/** Ratios refer to `node:http` in the same round. */
function rowsOf(measured: Record<string, Record<Case, Measure[]>>): Row[] {
  return Object.entries(measured).map(([server, own]) => {
    const row: Row = { server };
    for (const status of CASES) {
      const base = measured['node:http']?.[status] ?? [];
      const median = (of: (measure: Measure, round: number) => number) =>
        quantile(own[status].map(of), 0.5);
      const ratio = median(
        ({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN),
      );
      row[`${status}/s`] = Math.round(median(({ perSecond }) => perSecond));
      row[`${status}, ratio`] = Number(ratio.toFixed(2));
      row[`${status}, CPU µs`] = Number(median(({ cpuUs }) => cpuUs).toFixed(1));
    }
    return row;
  });
}

/** The proxy's responses for the schema: 200, and 304 for a current `If-None-Match`. */
export interface Responses {
  etag: string;
  body: string;
  /** Alternating names and values, without those that `node:http` adds by itself. */
  headers: string[];
  headers_304: string[];
}

const BY_NODE = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

async function responsesOf(url: string, headers: Record<string, string>): Promise<Responses> {
  const fresh = await fetch(url, { headers });
  const etag = fresh.headers.get('etag') ?? '';
  const known = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  if (fresh.status !== 200 || known.status !== 304) throw new Error(`${url} does not respond`);
  const listed = (all: Headers) => [...all].filter(([name]) => !BY_NODE.has(name)).flat();
  return {
    etag,
    body: await fresh.text(),
    headers: listed(fresh.headers),
    headers_304: listed(known.headers),
  };
}

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** Sends the same bytes, headers included, without routing, authentication, metrics, or logs. */
function startBare(responses: Responses) {
  return startChild([BARE_SERVER], { RESPONSES: JSON.stringify(responses) }, /^ready (\S+)$/m);
}
