import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { exact } from './exact-json.ts';
import { faultFor, respondWith, type ServiceFault } from './service-faults.ts';

/** A form at the service, and all that it received. Bodies are kept as text: every digit counts. */
export interface ServiceForm {
  person_id: string;
  form_id: string;
  /** The body that created it. */
  creation: string;
  email: string;
  schema: FormSchema;
  status: string;
  updated_at: number;
  /** How its record is listed. */
  listing: Listing;
  posts: Post[];
  /** With a long listing: its other records. */
  others?: string;
}

export interface FormSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
}

/** One post of the data that reached the service. */
export interface Post {
  /** What the candidate entered, see `exact`. */
  exact: string;
  key: string;
  /** Whether the sender got the response as a whole. */
  wasAnswered: boolean;
}

/**
 * `reordered`: with an older record of the person, in another order each time, as are its own lists · `doubled`: also as it
 * was before · `long`: among thousands of others · `backwards`: as it was before.
 */
export type Listing = 'plain' | 'reordered' | 'doubled' | 'long' | 'backwards';

/** A person at the service. */
export interface ServicePerson {
  person_id: string;
  country_code: string;
  creation: string;
  status: string;
  updated_at: number;
}

/** The body of a created person as the explorer reads it; `custom_data` keeps its text. */
export interface Service {
  url: string;
  forms: Map<string, ServiceForm>;
  persons: Map<string, ServicePerson>;
  faults: Set<ServiceFault>;
  close(): Promise<void>;
}

export const API_KEY = 'the-key-of-the-account';
/** A person with this many records is odd, but possible; the proxy reads lists of up to 4 MB. */
const LONG_LIST = 20_000;

/** The service, from its interface: unlike the sandbox, it keeps each digit and lies on demand. */
export async function startService(): Promise<Service> {
  const service = {
    url: '',
    forms: new Map<string, ServiceForm>(),
    persons: new Map<string, ServicePerson>(),
    faults: new Set<ServiceFault>(),
  };
  const server = createServer((request, response) => {
    serve(service, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

type State = Omit<Service, 'close'>;
interface Answer {
  status: number;
  text: string;
  /** Called when the sender got the response as a whole. */
  onSent?: () => void;
}

const refusal = (status: number, message: string): Answer => ({
  status,
  text: JSON.stringify({ message }),
});

async function serve(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await textOf(request);
  const path = (request.url ?? '').replace(/^\/v3/, '');
  const fault = faultFor(state.faults, request.method ?? '', path);
  if (fault !== undefined) {
    if (fault.kind === 'slow') await pause(fault.ms);
    else if (fault.effect !== 'applied') return respondWith(fault, response);
  }
  const isOurs = path.startsWith('/forms/') || request.headers['x-api-key'] === API_KEY;
  const answer = isOurs ? route(state, request, path, body) : refusal(401, 'Wrong API key');
  if (fault !== undefined && fault.kind !== 'slow') return respondWith(fault, response);
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(answer.text, answer.onSent);
}

function route(state: State, { method, headers }: IncomingMessage, path: string, body: string) {
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  const [first = '', second = '', third = '', fourth = ''] = parts;
  const is = (verb: string, length: number) => method === verb && parts.length === length;
  if (first === 'forms' && is('POST', 2))
    return takeData(state, second, body, String(headers['idempotency-key'] ?? ''));
  if (first === 'precandidate') {
    if (is('POST', 1)) return createForm(state, body);
    if (is('GET', 2)) return listForms(state, second);
    if (third === 'schema' && is('GET', 4)) return schemaOf(state, second, fourth);
  }
  if (second === 'persons' && is('POST', 2))
    return createPerson(state, first, body, String(headers['idempotency-key'] ?? ''));
  if (second === 'persons' && is('GET', 4)) return personStatus(state, third);
  if (second === 'reports' && is('GET', 3)) return personStatus(state, third);
  return refusal(404, 'Not found');
}

function createForm(state: State, creation: string): Answer {
  const { email = '' } = JSON.parse(creation) as { email?: string };
  const form: ServiceForm = {
    person_id: crypto.randomUUID(),
    form_id: crypto.randomUUID(),
    creation,
    email,
    schema: { type: 'object', properties: {}, required: [] },
    status: 'CREATED',
    updated_at: 0,
    listing: 'plain',
    posts: [],
  };
  state.forms.set(form.form_id, form);
  return { status: 201, text: JSON.stringify(recordOf(state, form)) };
}

function recordOf(
  { url }: State,
  form: ServiceForm,
  { status = form.status, reports = REPORTS } = {},
) {
  return {
    person_id: form.person_id,
    precandidate_id: form.form_id,
    form_url: `${url}/forms/${form.form_id}`,
    reports_enabled: reports,
    report_settings: {},
    email: form.email,
    phone: '',
    country_code: 'PE',
    precandidate_status: status,
    pipeline_id: 'pipeline',
    pipeline_name: 'explored',
    created_at: timestamp(0),
    updated_at: timestamp(status === form.status ? form.updated_at : 0),
  };
}

const REPORTS = ['document_id_status', 'address_history', 'employment_history'];
let lists = 0;

function listForms(state: State, person_id: string): Answer {
  const all = [...state.forms.values()].filter((form) => form.person_id === person_id);
  const records = all.flatMap((form) => listed(state, form));
  const isLong = all.some(({ listing }) => listing === 'long');
  const text = JSON.stringify(records);
  return { status: 200, text: isLong ? `${text.slice(0, -1)},${manyRecords(all)}]` : text };
}

const BEFORE = { status: 'CREATED' };

function listed(state: State, form: ServiceForm): object[] {
  const record = recordOf(state, form);
  const other = {
    ...recordOf(state, form, { status: 'SUBMITTED' }),
    precandidate_id: `${form.form_id}-other`,
  };
  switch (form.listing) {
    case 'plain':
    case 'long':
      return [record];
    case 'reordered':
      return lists++ % 2 === 0
        ? [record, other]
        : [other, recordOf(state, form, { reports: REPORTS.toReversed() })];
    case 'doubled':
      return lists++ % 2 === 0
        ? [record, recordOf(state, form, BEFORE)]
        : [recordOf(state, form, BEFORE), record];
    case 'backwards':
      return [recordOf(state, form, BEFORE)];
  }
}

/** Further records of the person, written only once: they take a while. */
function manyRecords([form]: readonly ServiceForm[]): string {
  if (form === undefined) return '';
  const { person_id, form_id } = form;
  const other = (_: unknown, index: number) =>
    JSON.stringify({
      person_id,
      precandidate_id: `${form_id}-${index}`,
      precandidate_status: 'CREATED',
    });
  form.others ??= Array.from({ length: LONG_LIST }, other).join(',');
  return form.others;
}

function schemaOf(state: State, person_id: string, form_id: string): Answer {
  const form = state.forms.get(form_id);
  if (form?.person_id !== person_id) return refusal(404, 'Precandidate form not found');
  return { status: 200, text: JSON.stringify(form.schema) };
}

function takeData(state: State, form_id: string, text: string, key: string): Answer {
  const form = state.forms.get(form_id);
  if (form === undefined) return refusal(404, 'Not found');
  const post: Post = { exact: exact(text), key, wasAnswered: false };
  form.posts.push(post);
  if (form.status === 'SUBMITTED') {
    post.wasAnswered = true;
    return refusal(409, 'Form already submitted');
  }
  confirm(form);
  const onSent = () => void (post.wasAnswered = true);
  return { status: 200, text: JSON.stringify(recordOf(state, form)), onSent };
}

/** The form is submitted: by a post, or by a phone call. */
export function confirm(form: ServiceForm): void {
  form.status = 'SUBMITTED';
  form.updated_at = Math.max(form.updated_at + 1, Math.round(performance.now()));
}

/** What the proxy adds to the data of a form that becomes a person. */
const OF_THE_PROXY = 'pipeline custom_data webhook_details webhook_url webhook_headers'.split(' ');

function createPerson(state: State, country_code: string, creation: string, key: string): Answer {
  const person_id = crypto.randomUUID();
  // A person that names a form submits it.
  const { custom_data } = JSON.parse(creation) as { custom_data?: { precandidate_id?: string } };
  const form = state.forms.get(custom_data?.precandidate_id ?? '');
  const post = { exact: exact(creation, OF_THE_PROXY), key, wasAnswered: false };
  form?.posts.push(post);
  if (form) confirm(form);
  state.persons.set(person_id, {
    person_id,
    country_code,
    creation,
    status: 'PENDING',
    updated_at: 0,
  });
  const onSent = () => void (post.wasAnswered = true);
  return { status: 201, text: JSON.stringify(person_id), onSent };
}

function personStatus(state: State, person_id: string): Answer {
  const person = state.persons.get(person_id);
  if (person === undefined) return refusal(404, 'Person not found');
  return { status: 200, text: statusText(person) };
}

/** Body of the status path and, with `members`, of the webhook; `custom_data` is as it was given. */
export function statusText(person: ServicePerson, members = ''): string {
  const { person_id, country_code, status, updated_at, creation } = person;
  const href = `https://service.example/v3/${country_code}/persons/${person_id}`;
  const link = { href, http_methods: ['GET'] };
  const head = JSON.stringify({ _links: { person: link, self: link }, id: person_id, status });
  const times = JSON.stringify({
    created_at: timestamp(0),
    updated_at: timestamp(updated_at),
  });
  const custom_data = /"custom_data":(.*)\}$/s.exec(creation)?.[1] ?? 'null';
  return `${head.slice(0, -1)},"custom_data":${custom_data},${members}${times.slice(1)}`;
}

/** Without zone, as the interface writes it. */
function timestamp(ms: number): string {
  return new Date(Date.UTC(2026, 0, 1) + ms).toISOString().replace('Z', '000');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
