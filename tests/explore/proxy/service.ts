import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { exact } from './exact-json.ts';
import { startHttpServer, type HttpServer } from './http-server.ts';
import { faultFor, respondWith, type ServiceFault } from './service-faults.ts';
import { listForms, recordOf, timestamp, type Post, type ServiceForm } from './service-forms.ts';

/** A person at the service. */
export interface ServicePerson {
  person_id: string;
  country_code: string;
  /** The body that created them; `custom_data` keeps its text. */
  creation: string;
  status: string;
  updated_at: number;
}

/** The service, from its interface: unlike the sandbox, it keeps each digit and lies on demand. */
export interface Service extends HttpServer {
  forms: Map<string, ServiceForm>;
  persons: Map<string, ServicePerson>;
  faults: Set<ServiceFault>;
}

export const API_KEY = 'the-key-of-the-account';

/** Each response takes `latencyMs`. */
export async function startService(latencyMs: number): Promise<Service> {
  const server = await startHttpServer(async (request, body, response) => {
    await pause(latencyMs);
    await serve(service, request, body, response);
  });
  const service: Service = { ...server, forms: new Map(), persons: new Map(), faults: new Set() };
  return service;
}

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
  service: Service,
  { method, url = '', headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const target = `${method} ${url.replace(/^\/v3/, '')}`;
  const fault = faultFor(service.faults, target);
  if (fault?.kind === 'slow') await pause(fault.ms);
  else if (fault && fault.effect !== 'applied') return respondWith(fault, response);
  const isOurs = target.startsWith('POST /forms/') || headers['x-api-key'] === API_KEY;
  const key = String(headers['idempotency-key'] ?? '');
  const answer = isOurs ? route(service, target, { body, key }) : refusal(401, 'Wrong API key');
  if (fault && fault.kind !== 'slow') return respondWith(fault, response);
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(answer.text, answer.onSent);
}

interface Input {
  /** From the path. */
  ids: string[];
  body: string;
  key: string;
}

const ROUTES: readonly (readonly [RegExp, (service: Service, input: Input) => Answer])[] = [
  [/^POST \/forms\/([^/]+)$/, takeData],
  [/^POST \/precandidate$/, createForm],
  [/^GET \/precandidate\/([^/]+)$/, (service, { ids: [id = ''] }) => ok(listForms(service, id))],
  [/^GET \/precandidate\/([^/]+)\/schema\/([^/]+)$/, schemaOf],
  [/^POST \/([^/]+)\/persons$/, createPerson],
  [/^GET \/[^/]+\/persons\/([^/]+)\/status$/, personStatus],
];

const ok = (text: string): Answer => ({ status: 200, text });

function route(service: Service, target: string, input: Omit<Input, 'ids'>): Answer {
  for (const [pattern, answer] of ROUTES) {
    const ids = pattern.exec(target)?.slice(1).map(decodeURIComponent);
    if (ids) return answer(service, { ids, ...input });
  }
  return refusal(404, 'Not found');
}

function createForm(service: Service, { body }: Input): Answer {
  const { email = '' } = JSON.parse(body) as { email?: string };
  const form: ServiceForm = {
    person_id: crypto.randomUUID(),
    form_id: crypto.randomUUID(),
    creation: body,
    email,
    schema: { type: 'object', properties: {}, required: [] },
    status: 'CREATED',
    updated_at: 0,
    listing: 'plain',
    posts: [],
  };
  service.forms.set(form.form_id, form);
  return { status: 201, text: JSON.stringify(recordOf(service, form)) };
}

function schemaOf({ forms }: Service, { ids: [person_id, form_id = ''] }: Input): Answer {
  const form = forms.get(form_id);
  if (form === undefined || form.person_id !== person_id)
    return refusal(404, 'Precandidate form not found');
  return ok(JSON.stringify(form.schema));
}

function takeData(service: Service, { ids: [form_id = ''], body, key }: Input): Answer {
  const form = service.forms.get(form_id);
  if (form === undefined) return refusal(404, 'Not found');
  const post: Post = { exact: exact(body), key, wasAnswered: form.status === 'SUBMITTED' };
  form.posts.push(post);
  if (form.status === 'SUBMITTED') return refusal(409, 'Form already submitted');
  confirm(form);
  const onSent = () => void (post.wasAnswered = true);
  return { ...ok(JSON.stringify(recordOf(service, form))), onSent };
}

/** The form is submitted: by a post, or by a phone call. */
export function confirm(form: ServiceForm): void {
  form.status = 'SUBMITTED';
  form.updated_at = Math.max(form.updated_at + 1, Math.round(performance.now()));
}

/** What the proxy adds to the data of a form that becomes a person. */
const OF_THE_PROXY = 'pipeline custom_data webhook_details webhook_url webhook_headers'.split(' ');

function createPerson(service: Service, { ids: [country_code = ''], body, key }: Input): Answer {
  const person_id = crypto.randomUUID();
  // A person that names a form submits it.
  const { custom_data } = JSON.parse(body) as { custom_data?: { precandidate_id?: string } };
  const form = service.forms.get(custom_data?.precandidate_id ?? '');
  const post: Post = { exact: exact(body, OF_THE_PROXY), key, wasAnswered: false };
  form?.posts.push(post);
  if (form) confirm(form);
  const person = { person_id, country_code, creation: body, status: 'PENDING', updated_at: 0 };
  service.persons.set(person_id, person);
  const onSent = () => void (post.wasAnswered = true);
  return { status: 201, text: JSON.stringify(person_id), onSent };
}

function personStatus({ persons }: Service, { ids: [person_id = ''] }: Input): Answer {
  const person = persons.get(person_id);
  return person ? ok(statusText(person)) : refusal(404, 'Person not found');
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
