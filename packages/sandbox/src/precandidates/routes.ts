import type { FastifyInstance } from 'fastify';
import { SandboxError } from '../errors.ts';
import { createPrecandidate, type PrecandidateCreation } from './create-precandidate.ts';
import { precandidateRecord } from './precandidate-store.ts';

const CREATION = {
  type: 'object',
  properties: {
    country_code: { type: 'string', pattern: '^[A-Za-z]{2}$' },
    pipeline_name: { type: 'string', minLength: 1 },
    pipeline_id: { type: 'string', minLength: 1 },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string', pattern: '^\\+[0-9][0-9 ()-]{5,24}$' },
    reports_enabled: { type: 'array', items: { type: 'string', minLength: 1 } },
    report_settings: { type: 'object' },
  },
};

/** `/precandidate`: create one, list those of a person, read a form schema. */
export async function precandidateRoutes(app: FastifyInstance): Promise<void> {
  const { sandbox } = app;

  app.post<{ Body: PrecandidateCreation }>(
    '/precandidate',
    { schema: { body: CREATION } },
    async (request, reply) => {
      const precandidate = createPrecandidate(sandbox, request.body);
      return reply.code(201).send(precandidateRecord(precandidate, sandbox.origin));
    },
  );

  app.get<{ Params: { person_id: string } }>('/precandidate/:person_id', async (request) =>
    sandbox.precandidates
      .ofPerson(request.params.person_id)
      .map((precandidate) => precandidateRecord(precandidate, sandbox.origin)),
  );

  app.get<{ Params: { person_id: string; form_id: string } }>(
    '/precandidate/:person_id/schema/:form_id',
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      const precandidate = sandbox.precandidates.get(form_id);
      if (precandidate?.person_id !== person_id) {
        throw new SandboxError(404, 'Precandidate form not found');
      }
      return reply.type('application/json; charset=utf-8').send(precandidate.form_schema);
    },
  );
}
