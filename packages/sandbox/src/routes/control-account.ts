import type { FastifyInstance } from 'fastify';
import { WORKFLOWS, type FormSchema, type Pipeline } from '../pipelines/pipeline.ts';
import { validationFailed } from '../sandbox-error.ts';
import type { Services } from '../services.ts';

const DELAY = {
  type: 'object',
  properties: { delay_ms: { type: 'integer', minimum: 0 } },
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

/** The pipelines of the account, and how long reports take. */
export async function accountControls(app: FastifyInstance, { account }: Services): Promise<void> {
  app.get('/pipelines', async () => account.pipelines.all());

  app.post<{ Body: Partial<Pipeline> & { pipeline_name: string; form_schema: FormSchema } }>(
    '/pipelines',
    { schema: { body: PIPELINE } },
    async (request, reply) => {
      if (account.pipelines.byName(request.body.pipeline_name) !== undefined) {
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
      account.pipelines.add(pipeline);
      return reply.code(201).send(pipeline);
    },
  );

  app.post<{ Body: { delay_ms: number } }>(
    '/report-delay',
    { schema: { body: DELAY } },
    async (request, reply) => {
      account.configuration.set('report_delay_ms', request.body.delay_ms);
      return reply.code(204).send();
    },
  );
}
