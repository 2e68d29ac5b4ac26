import { BACKEND_KEY, ORIGIN, WEBHOOK_SECRET } from 'precandidate-testing/service.ts';
import {
  BODIES,
  further,
  hostileText,
  hostileValue,
  MARKER,
  media,
  methods,
  withAbyss,
} from './hostile-values.ts';
import type { Choices } from 'precandidate-testing/choices.ts';
import {
  type BodySchema,
  type KnownCandidate,
  type KnownThings,
  type Operation,
} from './target.ts';

/** A request before its bytes are changed. */
export interface PlainRequest {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  headers: [string, string][];
  /** `null`: no body and no headers about one. */
  body: Buffer | null;
}

/** The bytes of an HTTP/1.1 request. Header values are not escaped. */
export function bytesOf({ method, target, headers, body }: PlainRequest): Buffer {
  const all: [string, string][] = [
    ['Host', 'proxy.example'],
    ...headers,
    ...(body === null ? [] : [['Content-Length', String(body.length)] as [string, string]]),
  ];
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...all.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'utf8'), body ?? Buffer.alloc(0)]);
}

/** A request to one operation: valid, or with hostile parts. */
export function composeRequest(
  operation: Operation,
  things: KnownThings,
  random: Choices,
  hostility: number,
): PlainRequest {
  const candidate = random.pick(things.candidates);
  const isHostile = () => random.chance(hostility);
  const values: Record<string, string> = {
    person_id: candidate.person_id,
    form_id: candidate.form_id,
    country_code: 'pe',
    country: 'PE',
    id: random.pick(things.deliveries),
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    inPath(isHostile() ? hostileText(random) : (values[name] ?? 'x'), random),
  );
  const method = isHostile() && random.chance(0.4) ? random.pick(methods) : operation.method;
  const body = bodyOf(operation, method, candidate, random, isHostile);
  const headers: [string, string][] = [
    ...credentials(operation, candidate, random, isHostile),
    ...(random.chance(0.5)
      ? [['Origin', isHostile() ? hostileText(random) : ORIGIN] as const]
      : []),
    ...operation.headers.map(
      (name) => [name, isHostile() ? hostileText(random) : `key-${random.below(40)}`] as const,
    ),
    ...furtherHeaders(random, isHostile),
    // No answer waits for a next request.
    ['Connection', 'close'],
    ...(body === null
      ? []
      : [['Content-Type', isHostile() ? random.pick(media) : operation.media_type] as const]),
  ].map(([name, value]) => [name, forHeader(value)]);
  return { method, target: path + queryOf(operation, random, isHostile), headers, body };
}

/** Usually escaped; sometimes not, which may split the line. */
function inPath(value: string, random: Choices): string {
  return random.chance(0.6) ? encodeURIComponent(value.toWellFormed()) : value;
}

/** Without line breaks, so that each header stays one header. */
const forHeader = (value: string) => value.replaceAll(/[\r\n\0]/g, ' ').slice(0, 4_000);

function queryOf({ query }: Operation, random: Choices, isHostile: () => boolean): string {
  const known: Record<string, string> = { state: 'pending', limit: '5' };
  const pairs = query
    .filter(() => random.chance(0.5))
    .map((name) => [name, isHostile() ? hostileText(random) : (known[name] ?? 'x')]);
  if (isHostile()) pairs.push([hostileText(random), hostileText(random)]);
  const text = pairs
    .map((pair) => pair.map((each = '') => inPath(each, random)).join('='))
    .join('&');
  return text === '' ? '' : `?${text}`;
}

function credentials(
  { opened_by }: Operation,
  { token }: KnownCandidate,
  random: Choices,
  isHostile: () => boolean,
): [string, string][] {
  if (isHostile())
    return [['Authorization', random.pick(['Bearer ', 'Basic ', '']) + hostileText(random)]];
  if (opened_by.length === 0) return [];
  const one = random.pick(opened_by);
  if (one === 'webhook') return [['X-Webhook-Secret', WEBHOOK_SECRET]];
  return [['Authorization', `Bearer ${one === 'backend' ? BACKEND_KEY : token}`]];
}

/** Headers that some paths read, and some that must have no effect. */
function furtherHeaders(random: Choices, isHostile: () => boolean): [string, string][] {
  return further
    .filter(() => random.chance(0.08))
    .map(([name, values]) => [name, isHostile() ? hostileText(random) : random.pick(values)]);
}

function bodyOf(
  operation: Operation,
  method: string,
  candidate: KnownCandidate,
  random: Choices,
  isHostile: () => boolean,
): Buffer | null {
  const valid = validBody(operation, candidate, random);
  if (valid === undefined) return isHostile() && random.chance(0.3) ? Buffer.from('{}') : null;
  if (method === 'GET' && random.chance(0.8)) return null;
  if (isHostile() && random.chance(0.5)) return Buffer.from(random.pick(BODIES));
  const body = isHostile() ? spoiled(valid, random) : valid;
  return Buffer.from(withAbyss(JSON.stringify(body) ?? ''));
}

/** Replaces the value or the name of one member, at any depth. */
function spoiled(valid: unknown, random: Choices): unknown {
  if (typeof valid !== 'object' || valid === null || random.chance(0.1))
    return hostileValue(random);
  const entries = Object.entries(valid);
  if (entries.length === 0 || random.chance(0.3))
    entries.push([hostileText(random), hostileValue(random)]);
  else {
    const chosen = random.pick(entries);
    chosen[1] = hostileValue(random);
  }
  // All are own members: JSON allows `__proto__` as a name.
  return Object.defineProperties(
    {},
    Object.fromEntries(
      entries.map(([name, value]) => [name, { value, enumerable: true, configurable: true }]),
    ),
  );
}

/** Bodies that are passed on to the service, so `/openapi.json` does not describe their members. */
type Sample = (random: Choices, candidate: KnownCandidate) => unknown;
const RELAYED: Readonly<Record<string, Sample>> = {
  '/precandidate': () => ({
    country_code: 'PE',
    pipeline_name: 'peru_basic',
    email: `${MARKER}@example.com`,
  }),
  '/{country_code}/persons': () => ({
    document_id: '44556677',
    pipeline: { name: 'peru_basic' },
    custom_data: { note: MARKER },
  }),
  '/precandidate/{person_id}/submission/{form_id}': () => ({
    document_id: '44556677',
    city_locode: 'PE LIM',
  }),
  '/webhooks/person-completed': (random) => ({
    webhook_request_id: `request-${random.below(500)}`,
    timestamp: '1700000000000',
    id: `person-${random.below(50)}`,
    status: random.pick(['PASSED', 'FAILED', 'INCOMPLETE', 'INFO', 'ERROR', 'ODD']),
    custom_data: MARKER,
    created_at: '2026-01-01T00:00:00',
    updated_at: '2026-01-02T00:00:00',
    _links: { person: { href: '/pe/persons/x' }, self: { href: '/pe/reports/x' } },
    reports: {},
  }),
};

/** A valid body of the operation. `undefined`: it has none. */
function validBody(operation: Operation, candidate: KnownCandidate, random: Choices): unknown {
  const relayed = RELAYED[operation.path];
  if (relayed && operation.method === 'POST') return relayed(random, candidate);
  return operation.body && sample(operation.body, '', candidate, random);
}

function sample(
  schema: BodySchema,
  name: string,
  candidate: KnownCandidate,
  random: Choices,
): unknown {
  if (schema.anyOf) return sample(random.pick(schema.anyOf), name, candidate, random);
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([member]) => schema.required?.includes(member) || random.chance(0.5))
          .map(([member, inner]) => [member, sample(inner, member, candidate, random)]),
      );
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return textFor(name, candidate);
  }
}

function textFor(name: string, { person_id, form_id, token }: KnownCandidate): string {
  const known: Record<string, string> = {
    person_id,
    form_id,
    session: token,
    origin: 'https://hr.example',
    locale: 'es-PE',
  };
  return known[name] ?? MARKER;
}
