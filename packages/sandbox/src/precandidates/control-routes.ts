import type { FastifyInstance } from 'fastify';
import { SandboxError } from '../errors.ts';
import { precandidateRecord, type StoredPrecandidate } from './precandidate-store.ts';

interface PrecandidateParams {
  precandidate_id: string;
}

const STATUS = {
  type: 'object',
  properties: { precandidate_status: { type: 'string', minLength: 1 } },
  required: ['precandidate_status'],
};

const FORM_URL = {
  type: 'object',
  properties: { form_url: { type: ['string', 'null'], format: 'uri' } },
  required: ['form_url'],
};

/** Control paths that show a precandidate with its data, change it, and complete a person. */
export async function precandidateControlRoutes(app: FastifyInstance): Promise<void> {
  const { precandidates, persons, runner } = app.sandbox;
  const find = ({ precandidate_id }: PrecandidateParams): StoredPrecandidate => {
    const precandidate = precandidates.get(precandidate_id);
    if (precandidate === undefined) throw new SandboxError(404, 'Precandidate not found');
    return precandidate;
  };
  const view = (precandidate: StoredPrecandidate) => ({
    ...precandidateRecord(precandidate, app.sandbox.origin),
    data: precandidate.data,
    collected_by: precandidate.collected_by,
    form_posts: precandidate.form_posts,
  });

  app.get<{ Params: PrecandidateParams }>('/precandidates/:precandidate_id', async ({ params }) =>
    view(find(params)),
  );
  app.post<{ Params: PrecandidateParams; Body: { precandidate_status: string } }>(
    '/precandidates/:precandidate_id/status',
    { schema: { body: STATUS } },
    async ({ params, body }) => {
      const { precandidate_id } = find(params);
      precandidates.setStatus(precandidate_id, body.precandidate_status, 'control');
      return view(find(params));
    },
  );
  app.post<{ Params: PrecandidateParams; Body: { form_url: string | null } }>(
    '/precandidates/:precandidate_id/form-url',
    { schema: { body: FORM_URL } },
    async ({ params, body }) => {
      precandidates.setFormUrl(find(params).precandidate_id, body.form_url);
      return view(find(params));
    },
  );
  app.post<{ Params: { person_id: string } }>(
    '/persons/:person_id/complete',
    async ({ params }, reply) => {
      const person = persons.get(params.person_id);
      if (person === undefined) throw new SandboxError(404, 'Person not found');
      runner.complete(person);
      return reply.code(204).send();
    },
  );
}
