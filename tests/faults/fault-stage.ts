import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  PATHS,
  type Precandidate,
  type RelayEvent,
  type Session,
  type Snapshot,
} from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox, type Fault } from 'precandidate-sandbox';
import {
  addFault,
  clearFaults,
  serviceRecord,
  type ServiceRecord,
} from '../stage/sandbox-control.ts';
import { ORIGIN, proxySettings, requestProxy } from '../stage/service.ts';

/** Of the proxy's own work, also on a busy machine. The timeouts of its requests to the service are shorter. */
const DEADLINE = { deadlineMs: 120_000 };
const DATA = { document_id: '44556671', city_locode: 'PE LIM' };
export const WEBHOOK_SECRET = 'a-secret-of-the-webhook';
const RELAY_SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

/** Service, proxy, and back end of one case, so that faults do not interfere. */
export interface FaultStage {
  proxy: string;
  sandbox: string;
  receiver: Receiver;
  /** As the portal's back end. */
  backend(path: string, body?: unknown): Promise<Response>;
  control(path: string, body: unknown): Promise<void>;
  fault(fault: Partial<Fault>): Promise<void>;
  clearFaults(): Promise<void>;
  /** Number of requests to a route (`GET /v3/precandidate/:person_id`), failed ones included. */
  requestCount(route: string): Promise<number>;
  /** A precandidate that the proxy does not know yet. */
  precandidate(): Promise<Precandidate>;
  candidate(record: Precandidate): Promise<Candidate>;
  record(form_id: string): Promise<ServiceRecord>;
}

/** A candidate's browser. */
export interface Candidate {
  browse(path: string, init?: { headers?: Record<string, string> }): Promise<Response>;
  submit(key?: string): Promise<Response>;
  /** The first snapshot of the status stream that `matches`. */
  snapshot(matches: (snapshot: Snapshot) => boolean): Promise<Snapshot>;
  token: string;
}

export async function openStage(
  t: TestContext,
  {
    env = {},
    report_delay_ms = 50,
  }: { env?: Record<string, string>; report_delay_ms?: number } = {},
): Promise<FaultStage> {
  const sandbox = await startSandbox({ report_delay_ms });
  const receiver = await startReceiver();
  const settings = {
    ...proxySettings(sandbox),
    RELAY_URL: receiver.url,
    RELAY_SECRET,
    RELAY_ALLOW_PRIVATE: 'true',
    // No poll uses up a fault that is meant for another request.
    POLL_MIN_SECONDS: '3600',
    POLL_MAX_SECONDS: '3600',
    ...env,
  };
  const proxy = await startProxy(settings, DEADLINE);
  t.after(async () => {
    await proxy.close();
    await Promise.all([sandbox.close(), receiver.close()]);
  });

  const atSandbox = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(sandbox.url + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const text = await answer.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };

  return {
    proxy: proxy.url,
    sandbox: sandbox.url,
    receiver,
    backend: (path, body) => requestProxy(proxy.url, path, { body }),
    control: async (path, body) => void (await atSandbox(path, body)),
    fault: (fault) => addFault(sandbox.url, fault),
    clearFaults: () => clearFaults(sandbox.url),
    async requestCount(route) {
      const { counts } = (await atSandbox('/_control/requests')) as {
        counts: Record<string, number>;
      };
      return counts[route] ?? 0;
    },
    precandidate: async () =>
      (await atSandbox(
        '/v3/precandidate',
        { country_code: 'PE', pipeline_name: 'peru_basic' },
        { 'x-api-key': sandbox.apiKey },
      )) as Precandidate,
    candidate: (record) => openCandidate(proxy.url, record),
    record: (form_id) => serviceRecord(sandbox.url, form_id),
  };
}

async function openCandidate(url: string, record: Precandidate): Promise<Candidate> {
  const { person_id, precandidate_id: form_id } = record;
  // Without prerendering, so that the proxy has not requested the schema yet.
  const body = { person_id, form_id, origin: ORIGIN, html: false };
  const minted = await requestProxy(url, PATHS.sessions, { body });
  const { token } = (await minted.json()) as Session;
  const browse: Candidate['browse'] = (path, init) =>
    requestProxy(url, path, { token, origin: ORIGIN, ...init });
  return {
    token,
    browse,
    submit: (key = crypto.randomUUID()) =>
      requestProxy(url, PATHS.submission(person_id, form_id), {
        token,
        origin: ORIGIN,
        headers: { 'idempotency-key': key },
        body: DATA,
      }),
    async snapshot(matches) {
      const stream = await browse(PATHS.status(person_id, form_id), {
        headers: { accept: 'text/event-stream' },
      });
      return readSnapshots(stream, matches);
    },
  };
}

async function readSnapshots(
  stream: Response,
  matches: (snapshot: Snapshot) => boolean,
): Promise<Snapshot> {
  if (!stream.ok) throw new Error(`status stream: ${stream.status} ${await stream.text()}`);
  let rest = '';
  for await (const text of stream.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      const snapshot = data === undefined ? undefined : (JSON.parse(data) as Snapshot);
      if (snapshot && matches(snapshot)) return snapshot;
    }
  }
  throw new Error('the stream ended');
}

/** How a back end fails to receive an event. */
export type Refusal =
  { status: number; headers?: Record<string, string> } | 'breaks the connection' | 'never answers';

export interface Attempt {
  id: string;
  event: RelayEvent;
  isAccepted: boolean;
  at: number;
}

/** A portal's back end that accepts events, except after `fail`. */
export interface Receiver {
  url: string;
  attempts: readonly Attempt[];
  /** The failures of the next events. */
  refuse(...refusals: Refusal[]): void;
  /** The first accepted event that `matches`, past or future. */
  accepted(matches: (event: RelayEvent) => boolean): Promise<Attempt>;
  /** The first rejected attempt, past or future. */
  refused(): Promise<Attempt>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const attempts: Attempt[] = [];
  const refusals: Refusal[] = [];
  const waiting = new Set<() => void>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // The proxy probes whether unsigned requests are refused.
    if (request.headers['webhook-signature'] === undefined) {
      response.writeHead(401).end();
      return;
    }
    const refusal = refusals.shift();
    attempts.push({
      id: String(request.headers['webhook-id']),
      event: JSON.parse(Buffer.concat(chunks).toString('utf8')) as RelayEvent,
      isAccepted: refusal === undefined,
      at: Date.now(),
    });
    if (refusal === undefined) response.writeHead(204).end();
    else if (refusal === 'breaks the connection') request.socket.resetAndDestroy();
    else if (refusal !== 'never answers') response.writeHead(refusal.status, refusal.headers).end();
    for (const check of waiting) check();
  }

  const first = (matches: (attempt: Attempt) => boolean): Promise<Attempt> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = attempts.find(matches);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });

  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    attempts,
    refuse: (...more) => void refusals.push(...more),
    accepted: (matches) => first(({ isAccepted, event }) => isAccepted && matches(event)),
    refused: () => first(({ isAccepted }) => !isAccepted),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
