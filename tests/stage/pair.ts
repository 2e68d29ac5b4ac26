import { after, afterEach, before } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { readStream } from './read-stream.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { BACKEND_KEY, ORIGIN, proxySettings, RELAY_SECRET, requestProxy } from './service.ts';

export { BACKEND_KEY, ORIGIN, RELAY_SECRET, SESSION_SECRET, WEBHOOK_SECRET } from './service.ts';

/** Of a proxy under test: on a busy machine, validating and rendering may take long. */
const DEADLINE_MS = 60_000;
const OTHER_BACKEND_KEY = 'another-key-0123456789';

/** The real proxy before the real sandbox, and a back end that receives what is relayed. */
export interface Pair {
  url: string;
  sandbox: Sandbox;
  receiver: Receiver;
  env: Record<string, string>;
  /** As the portal's back end. */
  backend(path: string, init?: { method?: string; body?: unknown }): Promise<Response>;
  /** Calls the sandbox's control interface, or posts a phone call. */
  control(path: string, body?: unknown, method?: string): Promise<unknown>;
  /** Creates a precandidate and a session for it. */
  candidate(creation?: object, session?: object): Promise<Candidate>;
  /** Stops the proxy and starts it again on the same database. */
  restart(env?: Record<string, string>): Promise<void>;
}

export interface Candidate {
  person_id: string;
  form_id: string;
  form_url: string;
  token: string;
  /** As the candidate's browser. `what` is one of the browser's paths, without the form's part. */
  browse(what: 'schema' | 'status' | 'submission', init?: BrowseInit): Promise<Response>;
  submit(data: unknown, key?: string): Promise<Response>;
  /** Follows the status until a snapshot `matches`; resolves to all, that one last. */
  follow(matches: (snapshot: Snapshot) => boolean): Promise<Snapshot[]>;
}
interface BrowseInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
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
  afterEach(() => pair.control('/_control/faults', undefined, 'DELETE'));
  after(async () => {
    for (const stop of stops) await stop();
  });
  return pair;
}

export async function startPair(
  t: { after(stop: () => unknown): void },
  settings: PairSettings = {},
): Promise<Pair> {
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

    candidate: (creation, session) => createCandidate(pair, creation, session),

    async restart(changes = {}) {
      await proxy.close();
      proxy = await startProxy({ ...env, ...changes }, { deadlineMs });
      pair.url = proxy.url;
    },
  };
  return pair;
}

async function createCandidate(
  pair: Pair,
  creation: object = { country_code: 'PE', pipeline_name: 'peru_basic', email: 'ana@example.com' },
  session: object = { origin: ORIGIN },
): Promise<Candidate> {
  const created = await pair.backend('/precandidate', { body: creation });
  const {
    person_id,
    precandidate_id: form_id,
    form_url,
  } = (await created.json()) as Record<string, string>;
  if (!person_id || !form_id || !form_url) throw new Error(`creation answered ${created.status}`);
  const body = { person_id, form_id, html: false, ...session };
  const minted = await pair.backend('/sessions', { body });
  const { token } = (await minted.json()) as { token: string };

  const browse = (what: string, init: BrowseInit = {}) =>
    fetch(`${pair.url}/precandidate/${person_id}/${what}/${form_id}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN, ...init.headers },
    });

  return {
    person_id,
    form_id,
    form_url,
    token,
    browse,
    submit: (data, key = crypto.randomUUID()) =>
      browse('submission', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(data),
      }),
    follow: async (matches) =>
      readStream(await browse('status', { headers: { accept: 'text/event-stream' } }), matches),
  };
}
