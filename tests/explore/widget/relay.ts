import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { PROBLEMS, type ProblemName, problemType } from 'precandidate-contract';
import { inOrder, SCHEMA_CHANGES, type SchemaChange } from './changed-schemas.ts';
import type { Json } from './json.ts';

/** Stands between the browser and the proxy, and spoils responses. */
export interface Relay {
  url: string;
  /** Where requests go; changes when the proxy restarts on another port. */
  target: string;
  /** What the service has changed in the schemas that arrive. */
  changes: Set<SchemaChange>;
  /** What the service has changed since the form was opened: the next submission is refused. */
  unseen: SchemaChange | undefined;
  /** Spoils the next `times` responses whose path contains `on`. */
  spoil(fault: FaultName, on: string, times?: number): void;
  /** Delays everything whose path matches until {@link release}. */
  hold(matching: RegExp): void;
  release(): void;
  endFaults(): void;
  close(): Promise<void>;
}

const LATE_MS = 1500;
const BROKEN_MS = 5_000;
const CORS = { 'access-control-allow-origin': '*' };

type Spoil = (response: ServerResponse, forward: (cut?: boolean) => void, url: string) => void;

const answer =
  (status: number, type?: string, body = ''): Spoil =>
  (response) => {
    response.writeHead(status, { ...CORS, ...(type && { 'content-type': type }) }).end(body);
  };

const problem = (name: ProblemName, more: object = {}): Spoil => {
  const { title, status } = PROBLEMS[name];
  const body = JSON.stringify({ type: problemType(name), title, status, ...more });
  return answer(status, 'application/problem+json', body);
};

/** The service says nothing of its change. */
const refuse = problem('validation-failed', {
  errors: [{ pointer: '', keyword: 'additionalProperties', detail: 'Not asked' }],
});

const SPOILS = {
  lost: (response) => void response.destroy(),
  // A page cannot end the request of a script, and waits a minute for a submission.
  never: (response, forward, url) => {
    if (/\/(widget|submission)\//.test(url)) setTimeout(() => response.destroy(), BROKEN_MS);
    // A press waits for the cities for longer than the judge.
    if (url.includes('/locodes/')) setTimeout(forward, LATE_MS);
  },
  late: (_response, forward) => void setTimeout(forward, LATE_MS),
  'cut short': (_response, forward) => forward(true),
  HTML: answer(200, 'text/html', '<!doctype html><title>Sign in</title><h1>Welcome</h1>'),
  '401 problem': problem('session-expired'),
  '404 without a body': answer(404),
  '429': answer(429, 'text/plain', 'slow down'),
  '500': answer(500, 'text/html', '<h1>Internal Server Error</h1>'),
  '503 problem': problem('service-unavailable'),
} satisfies Record<string, Spoil>;
export type FaultName = keyof typeof SPOILS;
export const FAULTS = Object.keys(SPOILS) as FaultName[];

export async function startRelay(target: string): Promise<Relay> {
  let faults: { fault: FaultName; on: string; times: number }[] = [];
  let held: RegExp | undefined;
  let waiting: (() => void)[] = [];
  const server = createServer((incoming, response) => {
    const { url = '/', method } = incoming;
    const isChanged = relay.changes.size > 0 && method !== 'OPTIONS' && url.includes('/bootstrap');
    const plain = { 'accept-encoding': 'identity', 'if-none-match': '' };
    const headers = { ...incoming.headers, ...(isChanged && plain) };
    const forward = (isCut = false) => {
      const outgoing = httpRequest(relay.target + url, { method, headers }, (upstream) => {
        const status = upstream.statusCode ?? 502;
        if (isChanged && !isCut && status === 200) {
          void sendChanged(upstream, response, relay.changes).catch(() => response.destroy());
          return;
        }
        response.writeHead(status, upstream.headers);
        if (!isCut) {
          upstream.pipe(response);
          return;
        }
        // A 304 has no body that could be cut.
        upstream.once('end', () => response.destroy());
        upstream.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => response.destroy());
        });
      });
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    };
    const fault = faults.find(({ on, times }) => times > 0 && url.includes(on));
    const start = () => {
      if (method === 'OPTIONS') return forward();
      if (relay.unseen !== undefined && url.includes('/submission/')) {
        relay.changes.add(relay.unseen);
        relay.unseen = undefined;
        return refuse(response, forward, url);
      }
      if (fault === undefined) return forward();
      fault.times -= 1;
      SPOILS[fault.fault](response, forward, url);
    };
    if (held?.test(url)) waiting.push(start);
    else start();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const relay: Relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    changes: new Set(),
    unseen: undefined,
    spoil: (fault, on, times = 1) => void faults.push({ fault, on, times }),
    hold: (matching) => (held = matching),
    release() {
      held = undefined;
      const released = waiting;
      waiting = [];
      for (const start of released) start();
    },
    endFaults: () => (faults = []),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return relay;
}

async function sendChanged(
  upstream: IncomingMessage,
  response: ServerResponse,
  changes: ReadonlySet<SchemaChange>,
): Promise<void> {
  const body = (await json(upstream)) as { schema?: Json };
  const { 'content-length': _length, ...headers } = upstream.headers;
  const all = inOrder(changes).map((change) => SCHEMA_CHANGES[change]);
  const schema = body.schema && all.reduce<Json>((changed, change) => change(changed), body.schema);
  response.writeHead(200, headers);
  // The fields are rendered from the schema before the change.
  const schema_etag = `"${[...changes].join('-')}"`;
  response.end(JSON.stringify({ ...body, ...(schema && { schema, schema_etag, fields: null }) }));
}
