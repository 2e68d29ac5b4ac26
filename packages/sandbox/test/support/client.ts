import { after, before, type TestContext } from 'node:test';
import { startSandbox, type Sandbox, type SandboxSettings } from 'precandidate-sandbox';

export type Json = Record<string, unknown>;

/** A response with its body as text and as JSON. */
export interface ClientResponse<Body> {
  status: number;
  headers: Headers;
  text: string;
  /** `undefined` when the body is not JSON. */
  body: Body;
}

/** A sandbox that closes with the test, and functions to call it. */
export interface Client extends Sandbox {
  /** Calls the interface with the key; `path` follows `/v3`. */
  api<Body = Json>(method: string, path: string, body?: unknown): Promise<ClientResponse<Body>>;
  /** Calls any path of the sandbox without the key. */
  open<Body = Json>(method: string, path: string, body?: unknown): Promise<ClientResponse<Body>>;
  control<Body = Json>(method: string, path: string, body?: unknown): Promise<ClientResponse<Body>>;
  /** Creates a precandidate of a pipeline. */
  create(pipeline_name: string, more?: Json): Promise<PrecandidateRecord>;
  /** Creates a person of `peru_basic`; resolves to the `person_id`. */
  createPerson(creation?: Json): Promise<string>;
  /** The record as the interface lists it now. */
  reread(record: PrecandidateRecord): Promise<PrecandidateRecord>;
  /** What the sandbox has stored of the record. */
  stored(record: PrecandidateRecord): Promise<Json>;
}

/** Complete data of the pipeline `peru_basic`. */
export const PERU = { document_id: '45678912', city_locode: 'PE LIM' };
export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/;

export interface PrecandidateRecord extends Json {
  person_id: string;
  precandidate_id: string;
  form_url: string;
  precandidate_status: string;
  created_at: string;
  updated_at: string;
}

/** Sends a request; a string body as it is, any other as JSON. */
export async function send<Body = Json>(
  url: string,
  init: { method: string; headers?: Record<string, string>; body?: unknown },
): Promise<ClientResponse<Body>> {
  const { method, headers = {}, body } = init;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parse(text) as Body,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts a sandbox for one test. Reports run for an hour unless the test says otherwise. */
export async function startClient(
  t: TestContext,
  settings: Partial<SandboxSettings> = {},
): Promise<Client> {
  const sandbox = await startSandbox({ report_delay_ms: 3_600_000, ...settings });
  t.after(() => sandbox.close());
  return clientOf(sandbox);
}

/** One sandbox for the tests of a file that do not change what others see. */
export function sharedClient(settings: Partial<SandboxSettings> = {}): Client {
  const client = {} as Client;
  before(async () => {
    Object.assign(
      client,
      clientOf(await startSandbox({ report_delay_ms: 3_600_000, ...settings })),
    );
  });
  after(() => client.close());
  return client;
}

function clientOf(sandbox: Sandbox): Client {
  const keyed = { 'x-api-key': sandbox.apiKey };
  const client: Client = {
    ...sandbox,
    api: (method, path, body) => send(sandbox.apiUrl + path, { method, body, headers: keyed }),
    open: (method, path, body) => send(sandbox.url + path, { method, body }),
    control: (method, path, body) => send(`${sandbox.url}/_control${path}`, { method, body }),
    create: async (pipeline_name, more = {}) => {
      const creation = { pipeline_name, country_code: 'PE', phone: '+51987654321', ...more };
      const response = await client.api<PrecandidateRecord>('POST', '/precandidate', creation);
      if (response.status !== 201) throw new Error(`creation failed: ${response.text}`);
      return response.body;
    },
    createPerson: async (creation = {}) => {
      const person = { document_id: PERU.document_id, pipeline: { name: 'peru_basic' } };
      return (await client.api<string>('POST', '/pe/persons', { ...person, ...creation })).body;
    },
    reread: async ({ person_id }) => {
      const { body } = await client.api<PrecandidateRecord[]>('GET', `/precandidate/${person_id}`);
      if (body[0] === undefined) throw new Error('the record is gone');
      return body[0];
    },
    stored: async ({ precandidate_id }) =>
      (await client.control('GET', `/precandidates/${precandidate_id}`)).body,
  };
  return client;
}
