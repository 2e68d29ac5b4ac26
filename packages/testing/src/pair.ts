import { after, afterEach, before } from 'node:test';
import { PATHS, type Precandidate, type Session, type Snapshot } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox, type Fault, type Sandbox } from 'precandidate-sandbox';
import { readStream } from './read-stream.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import type { Owner } from './resources.ts';
import { addFault, clearFaults } from './sandbox-control.ts';
import {
  BACKEND_KEY,
  ORIGIN,
  proxySettings,
  RELAY_SECRET,
  requestProxy,
  WEBHOOK_SECRET,
} from './service.ts';

export { BACKEND_KEY, ORIGIN, RELAY_SECRET, SESSION_SECRET, WEBHOOK_SECRET } from './service.ts';

/** Of a proxy under test: on a busy machine, validating and rendering may take long. */
const DEADLINE_MS = 60_000;
/** The proxy asks for this person's records to learn whether the service responds. */
const NOBODY = '/00000000-0000-0000-0000-000000000000';
const OTHER_BACKEND_KEY = 'another-key-0123456789';

/** The real proxy before the real sandbox, and a back end that receives what is relayed. */
export interface Pair {
  url: string;
  sandbox: Sandbox;
  receiver: Receiver;
  env: Record<string, string>;
  /** As the portal's back end. */
  backend(path: string, init?: { method?: string; body?: unknown }): Promise<Response>;
  /** As the service: reports a completion. Bytes and text as they are; an empty secret is none. */
  webhook(body: object | string, secret?: string): Promise<Response>;
  /** As a candidate's page: requests everything that opens a form. */
  bootstrap(body: object | string, headers?: Record<string, string>): Promise<Response>;
  metrics(): Promise<string>;
  /** Calls the sandbox's control interface, or posts a phone call. */
  control(path: string, body?: unknown, method?: string): Promise<unknown>;
  fault(fault: Partial<Fault>): Promise<void>;
  /** Ends every fault. */
  recover(): Promise<unknown>;
  /** Paths of the last requests to the service, in order; without those that only ask whether it responds. */
  requestedPaths(): Promise<string[]>;
  /** The newest events for the back end, as `GET /deliveries` lists them. */
  deliveries(): Promise<Delivery[]>;
  /** Creates a precandidate and a session for it. */
  candidate(creation?: object, session?: object): Promise<Candidate>;
  /** The same for a form with these fields. */
  candidateOf(properties: object, more?: object): Promise<Candidate>;
  /** Another session for the form. */
  session(form: Form, session?: object): Promise<Candidate>;
  /** Stops the proxy and starts it again on the same database. */
  restart(env?: Record<string, string>): Promise<void>;
}

interface Delivery {
  type: string;
  state: string;
  last_outcome: string | null;
  next_at: string | null;
}

export interface Form {
  person_id: string;
  form_id: string;
  form_url?: string;
}

export interface Candidate extends Required<Form> {
  token: string;
  session_id: string;
  /** The element with its prerendered form. */
  html: string | undefined;
  /** As the candidate's browser. `what` is one of the browser's paths, without the form's part. */
  browse(what: 'schema' | 'status' | 'submission', init?: BrowseInit): Promise<Response>;
  /** Text is sent as it is, anything else as JSON. */
  submit(data: unknown, key?: string, headers?: Record<string, string>): Promise<Response>;
  /** Follows the status until a snapshot `matches`; resolves to all, that one last. */
  follow(matches: (snapshot: Snapshot) => boolean): Promise<Snapshot[]>;
}
interface BrowseInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | ReadableStream;
  signal?: AbortSignal;
}

interface PairSettings {
  env?: Record<string, string>;
  report_delay_ms?: number;
  /** Of the proxy; default 60,000. Shorter where the service does not respond. */
  deadlineMs?: number;
}

/**
 * One pair for all tests of a file or suite: starting one for each test takes most of their time. It
 * is usable within tests. Faults end with the test that injected them; other state stays.
 *
 * @param settings - may be a function, for a database that does not exist yet
 */
export function sharedPair(settings: PairSettings | (() => Promise<PairSettings>) = {}): Pair {
  const pair = {} as Pair;
  const stops: (() => unknown)[] = [];
  before(async () => {
    const given = typeof settings === 'function' ? await settings() : settings;
    Object.assign(pair, await startPair({ after: (stop) => void stops.push(stop) }, given));
  });
  afterEach(() => pair.recover());
  after(async () => {
    for (const stop of stops) await stop();
  });
  return pair;
}

export async function startPair(t: Owner, settings: PairSettings = {}): Promise<Pair> {
  const sandbox = await startSandbox({ report_delay_ms: settings.report_delay_ms ?? 50 });
  const receiver = await startReceiver();
  const env: Record<string, string> = {
    ...proxySettings(sandbox),
    BACKEND_KEYS: `${BACKEND_KEY},${OTHER_BACKEND_KEY}`,
    RELAY_URL: receiver.url,
    RELAY_SECRET,
    RELAY_ALLOW_PRIVATE: 'true',
    POLL_MIN_SECONDS: '1',
    ...settings.env,
  };
  const { deadlineMs = DEADLINE_MS } = settings;
  let proxy = await startProxy(env, { deadlineMs });
  t.after(async () => {
    await proxy.close();
    await sandbox.close();
    await receiver.close();
  });

  const pair: Pair = {
    url: proxy.url,
    sandbox,
    receiver,
    env,
    backend: (path, init) => requestProxy(pair.url, path, init),
    webhook: (body, secret = WEBHOOK_SECRET) =>
      post(
        pair.url + PATHS.personCompleted,
        body,
        secret === '' ? {} : { 'x-webhook-secret': secret },
      ),
    bootstrap: (body, headers) =>
      post(pair.url + PATHS.bootstrap, body, {
        'content-type': 'text/plain;charset=UTF-8',
        origin: ORIGIN,
        ...headers,
      }),
    metrics: async () => (await fetch(`${pair.url}/metrics`)).text(),
    fault: (fault) => addFault(sandbox.url, fault),
    recover: () => clearFaults(sandbox.url),
    async requestedPaths() {
      const { last } = (await pair.control('/_control/requests')) as { last: { path: string }[] };
      return last.map(({ path }) => path).filter((path) => !path.endsWith(NOBODY));
    },
    async deliveries() {
      const response = await pair.backend(PATHS.deliveries);
      return ((await response.json()) as { deliveries: Delivery[] }).deliveries;
    },

    async control(path, body, method = body === undefined ? 'GET' : 'POST') {
      const answer = await fetch(`${sandbox.url}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },

    candidate: async (creation = PERUVIAN, session) => {
      const created = await pair.backend(PATHS.precandidates, { body: creation });
      const { precandidate_id: form_id = '', ...form } = (await created.json()) as Precandidate;
      if (!created.ok) throw new Error(`creation answered ${created.status}`);
      return pair.session({ ...form, form_id }, session);
    },

    async candidateOf(properties, more) {
      const pipeline_name = crypto.randomUUID();
      const form_schema = { type: 'object', properties, ...more };
      await pair.control('/_control/pipelines', { pipeline_name, form_schema });
      return pair.candidate({ country_code: 'PE', pipeline_name });
    },

    async session({ person_id, form_id, form_url = '' }, session = { origin: ORIGIN }) {
      const body = { person_id, form_id, html: false, ...session };
      const minted = await pair.backend(PATHS.sessions, { body });
      if (!minted.ok) throw new Error(`${PATHS.sessions} answered ${await minted.text()}`);
      return candidateAt(pair, { person_id, form_id, form_url }, (await minted.json()) as Session);
    },

    async restart(changes = {}) {
      await proxy.close();
      proxy = await startProxy({ ...env, ...changes }, { deadlineMs });
      pair.url = proxy.url;
    },
  };
  return pair;
}

const PERUVIAN = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' };

const post = (url: string, body: object | string, headers: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    headers,
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  } as RequestInit);

function candidateAt(pair: Pair, form: Required<Form>, session: Session): Candidate {
  const { token, session_id, html } = session;
  const browse = (what: string, init: BrowseInit = {}) =>
    fetch(`${pair.url}/precandidate/${form.person_id}/${what}/${form.form_id}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN, ...init.headers },
      // Needed for a stream.
      duplex: 'half',
    } as RequestInit);

  return {
    ...form,
    token,
    session_id,
    html,
    browse,
    submit: (data, key = crypto.randomUUID(), headers = {}) =>
      browse('submission', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
        body: typeof data === 'string' ? data : JSON.stringify(data),
      }),
    follow: async (matches) =>
      readStream(await browse('status', { headers: { accept: 'text/event-stream' } }), matches),
  };
}
