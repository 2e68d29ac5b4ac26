import type { FastifyInstance } from 'fastify';
import { SandboxError } from '../errors.ts';
import { documentIdOf } from '../precandidates/collect.ts';
import type { SandboxState } from '../state.ts';
import type { WebhookTarget } from '../storage/configuration.ts';
import { timestampNow } from '../timestamp.ts';
import { WEBHOOK_TARGET_PROPERTIES } from '../webhooks/control-routes.ts';
import type { StoredPerson } from './person-store.ts';
import { personView, reportsAt } from './reports.ts';

/** Body of the person creation; other fields are accepted and ignored. */
interface PersonCreation extends Partial<WebhookTarget> {
  document_id?: string;
  pipeline: { name: string };
  custom_data?: unknown;
}

const CREATION = {
  type: 'object',
  properties: {
    document_id: { type: 'string', minLength: 1 },
    pipeline: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 } },
      required: ['name'],
    },
    ...WEBHOOK_TARGET_PROPERTIES,
  },
  required: ['pipeline'],
};

interface CountryParams {
  country_code: string;
}
interface PersonParams extends CountryParams {
  person_id: string;
}

/** `/{country_code}/persons` and `/{country_code}/reports`: create a person, read the results. */
export async function personRoutes(app: FastifyInstance): Promise<void> {
  const { sandbox } = app;
  const find = ({ country_code, person_id }: PersonParams): StoredPerson => {
    const person = sandbox.persons.get(person_id);
    if (person?.country_code !== country_code.toUpperCase()) {
      throw new SandboxError(404, 'Person not found');
    }
    return person;
  };
  const view = async ({ params }: { params: PersonParams }) =>
    personView(find(params), sandbox.origin, Date.now());

  app.post<{ Params: CountryParams; Body: PersonCreation }>(
    '/:country_code/persons',
    { schema: { body: CREATION } },
    async (request, reply) => {
      const { country_code } = request.params;
      if (!/^[a-z]{2}$/i.test(country_code)) throw new SandboxError(404, 'Country not found');
      const person_id = createPerson(sandbox, country_code, request.body);
      const body = JSON.stringify(person_id);
      return reply.code(201).type('application/json; charset=utf-8').send(body);
    },
  );
  app.get<{ Params: PersonParams }>('/:country_code/persons/:person_id', view);
  app.get<{ Params: PersonParams }>('/:country_code/persons/:person_id/status', view);
  app.get<{ Params: PersonParams }>('/:country_code/reports/:person_id', async ({ params }) => {
    const person = find(params);
    const now = Date.now();
    return { ...personView(person, sandbox.origin, now), reports: reportsAt(person, now) };
  });
}

/** Creates a person and starts the reports; returns the `person_id`. Fails with 404. */
function createPerson(
  { pipelines, persons, runner }: SandboxState,
  country_code: string,
  creation: PersonCreation,
): string {
  const pipeline = pipelines.byName(creation.pipeline.name);
  if (pipeline === undefined) throw new SandboxError(404, 'Pipeline not found');
  const person_id = crypto.randomUUID();
  const { webhook_url, webhook_headers = {}, webhook_details = false } = creation;
  persons.insert({
    person_id,
    country_code: country_code.toUpperCase(),
    document_id: null,
    reports_enabled: pipeline.reports_enabled,
    custom_data: creation.custom_data ?? null,
    webhook: webhook_url === undefined ? null : { webhook_url, webhook_headers, webhook_details },
    created_at: timestampNow(),
  });
  runner.start(person_id, documentIdOf(creation));
  return person_id;
}
