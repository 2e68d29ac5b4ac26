import { MARKER } from './hostile-values.ts';
import type { KnownCandidate } from './known-things.ts';
import type { BodySchema, Operation } from './read-operations.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Bodies that go on to the service: their members are the service's, so no description tells them. */
type Sample = (random: SeededRandom, candidate: KnownCandidate) => unknown;
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

/** A body that the operation should take. `undefined`: it takes none. */
export function validBody(
  operation: Operation,
  candidate: KnownCandidate,
  random: SeededRandom,
): unknown {
  const relayed = RELAYED[operation.path];
  if (relayed && operation.method === 'POST') return relayed(random, candidate);
  return operation.body && sample(operation.body, '', candidate, random);
}

function sample(
  schema: BodySchema,
  name: string,
  candidate: KnownCandidate,
  random: SeededRandom,
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
