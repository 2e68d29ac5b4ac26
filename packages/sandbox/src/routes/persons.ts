import type { FastifyInstance } from 'fastify';
import { SandboxError } from '../sandbox-error.ts';
import { createPerson, type PersonCreation } from '../service/create-person.ts';
import { reportsAt } from '../service/person-reports.ts';
import { personView } from '../service/person-view.ts';
import type { Services } from '../services.ts';
import type { StoredPerson } from '../store/person-store.ts';
import { WEBHOOK_TARGET_PROPERTIES } from './webhook-target-schema.ts';

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

/** Create a person, and look up status and reports. */
export async function personRoutes(
  app: FastifyInstance,
  { account, runner }: Services,
): Promise<void> {
  const find = ({ country_code, person_id }: PersonParams): StoredPerson => {
    const person = account.persons.get(person_id);
    if (person?.country_code !== country_code.toUpperCase()) {
      throw new SandboxError(404, 'Person not found');
    }
    return person;
  };
  const view = async ({ params }: { params: PersonParams }) =>
    personView(find(params), account.origin, Date.now());

  app.post<{ Params: CountryParams; Body: PersonCreation }>(
    '/:country_code/persons',
    { schema: { body: CREATION } },
    async (request, reply) => {
      const { country_code } = request.params;
      if (!/^[a-z]{2}$/i.test(country_code)) throw new SandboxError(404, 'Country not found');
      const person_id = createPerson(account, runner, country_code, request.body);
      const body = JSON.stringify(person_id);
      return reply.code(201).type('application/json; charset=utf-8').send(body);
    },
  );
  app.get<{ Params: PersonParams }>('/:country_code/persons/:person_id', view);
  app.get<{ Params: PersonParams }>('/:country_code/persons/:person_id/status', view);
  app.get<{ Params: PersonParams }>('/:country_code/reports/:person_id', async ({ params }) => {
    const person = find(params);
    const now = Date.now();
    return { ...personView(person, account.origin, now), reports: reportsAt(person, now) };
  });
}
