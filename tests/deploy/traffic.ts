import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { problemName, type Precandidate, type Problem } from 'precandidate-contract';
import { until } from 'precandidate-testing/until.ts';

const CANDIDATES = 60;
/** Requests at the same time. */
const WORKERS = 4;
const EXPECTED = ['200', '202', '409 already-submitted', '409 submission-in-progress'];
/** The service is late: it runs in the process of this test, on a machine that may be busy. A page tries again. */
const SERVICE_LATE = ['503 service-unavailable', '503 service-busy'];

interface Candidate {
  record: Precandidate;
  token: string;
}

interface TrafficOptions {
  front: string;
  origin: string;
  /** Whether the front can send a body to a second process. Otherwise nobody submits. */
  repeatsBodies: boolean;
}

/** Candidates who open and submit their form through a front, again and again, until `stop`. */
export function startTraffic(
  { front, origin, repeatsBodies }: TrafficOptions,
  newCandidate: () => Promise<Candidate>,
) {
  const failures: string[] = [];
  const candidates: Candidate[] = [];
  let served = 0;
  let visits = 0;
  let isStopped = false;
  let onServed = () => {};

  async function visit({ record, token }: Candidate): Promise<void> {
    const { person_id, precandidate_id } = record;
    await send(`/precandidate/${person_id}/status/${precandidate_id}`, token);
    if (!repeatsBodies) return;
    await send('/bootstrap', token, { session: token });
    const data = { document_id: '70456123', city_locode: 'PE LIM' };
    await send(`/precandidate/${person_id}/submission/${precandidate_id}`, token, data);
  }

  async function send(path: string, token: string, body?: object): Promise<void> {
    const outcome = await until(async () => {
      const found = await outcomeOf(front + path, { token, origin, body }).catch(
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      return !SERVICE_LATE.includes(found) && found;
    });
    if (!EXPECTED.includes(outcome)) failures.push(`${path}: ${outcome}`);
    served += 1;
    onServed();
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      const candidate = candidates[visits % candidates.length];
      visits += 1;
      if (candidate) await visit(candidate);
    }
  }

  let workers: Promise<void>[] = [];
  return {
    failures,
    /** Creates the candidates and starts. */
    async start(): Promise<void> {
      for (let count = 0; count < CANDIDATES; count += 1) candidates.push(await newCandidate());
      workers = Array.from({ length: WORKERS }, work);
    },
    /** Resolves when `count` further requests have been answered. */
    async served(count: number): Promise<void> {
      const enough = served + count;
      await new Promise<void>((resolve) => {
        onServed = () => {
          if (served >= enough) resolve();
        };
      });
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(workers);
    },
  };
}

interface Sent {
  token: string;
  origin: string;
  body: object | undefined;
}

/**
 * The status, and the problem if the proxy reports one. On a connection of its own: a browser repeats a
 * request on a connection that a server has closed.
 */
async function outcomeOf(url: string, { token, origin, body }: Sent): Promise<string> {
  const sent = request(url, {
    method: body ? 'POST' : 'GET',
    agent: false,
    rejectUnauthorized: false,
    headers: {
      authorization: `Bearer ${token}`,
      origin,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
  });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const { statusCode, headers } = response;
  if (headers['content-type']?.startsWith('application/problem+json'))
    return `${statusCode} ${problemName(((await json(response)) as Problem).type)}`;
  response.resume();
  return String(statusCode);
}
