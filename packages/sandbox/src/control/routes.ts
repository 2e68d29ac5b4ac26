import type { FastifyInstance } from 'fastify';
import { faultRoutes } from '../faults/routes.ts';
import { WORKFLOWS, type FormSchema, type Pipeline } from '../pipelines/pipeline.ts';
import { precandidateControlRoutes } from '../precandidates/control-routes.ts';
import { validationFailed } from '../errors.ts';
import { MAX_DELAY_MS } from '../settings.ts';
import { webhookControlRoutes } from '../webhooks/control-routes.ts';

const DELAY = {
  type: 'object',
  properties: { delay_ms: { type: 'integer', minimum: 0, maximum: MAX_DELAY_MS } },
  required: ['delay_ms'],
};

const PIPELINE = {
  type: 'object',
  properties: {
    pipeline_name: { type: 'string', minLength: 1 },
    country_code: { type: ['string', 'null'], pattern: '^[A-Z]{2}$' },
    workflow: { enum: WORKFLOWS },
    reports_enabled: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
    report_settings: { type: 'object' },
    form_schema: { type: 'object' },
  },
  required: ['pipeline_name', 'form_schema'],
  additionalProperties: false,
};

/** The control paths, for tests and the demo: they need no key, and faults do not apply to them. */
export async function controlRoutes(app: FastifyInstance): Promise<void> {
  const { sandbox } = app;
  await faultRoutes(app);
  await precandidateControlRoutes(app);
  await webhookControlRoutes(app);

  app.get('/pipelines', async () => sandbox.pipelines.all());
  app.post<{ Body: Partial<Pipeline> & { pipeline_name: string; form_schema: FormSchema } }>(
    '/pipelines',
    { schema: { body: PIPELINE } },
    async (request, reply) => {
      if (sandbox.pipelines.byName(request.body.pipeline_name) !== undefined) {
        throw validationFailed('/pipeline_name', 'not', 'is taken');
      }
      const pipeline: Pipeline = {
        pipeline_id: crypto.randomUUID(),
        country_code: null,
        workflow: 'standard',
        reports_enabled: ['document_id_status'],
        report_settings: {},
        ...request.body,
      };
      sandbox.pipelines.add(pipeline);
      return reply.code(201).send(pipeline);
    },
  );
  app.post<{ Body: { delay_ms: number } }>(
    '/report-delay',
    { schema: { body: DELAY } },
    async (request, reply) => {
      sandbox.configuration.set('report_delay_ms', request.body.delay_ms);
      return reply.code(204).send();
    },
  );
  app.get('/requests', async () => sandbox.requests);
  app.delete('/requests', async (_request, reply) => {
    sandbox.requests.clear();
    return reply.code(204).send();
  });
  app.post('/reset', async (_request, reply) => {
    sandbox.reset();
    return reply.code(204).send();
  });
}
