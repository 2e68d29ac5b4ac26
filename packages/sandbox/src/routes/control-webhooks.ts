import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import {
  WEBHOOK_MODES,
  type WebhookDistortion,
  type WebhookMode,
  type WebhookTarget,
} from '../store/configuration.ts';
import { WEBHOOK_TARGET_PROPERTIES } from './webhook-target-schema.ts';

const MODE = {
  type: 'object',
  properties: {
    mode: { enum: WEBHOOK_MODES },
    payload: { type: 'object' },
    padding_bytes: { type: 'integer', minimum: 0, maximum: 64_000_000 },
  },
  additionalProperties: false,
};

/** `webhook_url: null` takes the endpoint away. */
const TARGET = {
  type: 'object',
  properties: {
    ...WEBHOOK_TARGET_PROPERTIES,
    webhook_url: { anyOf: [WEBHOOK_TARGET_PROPERTIES.webhook_url, { type: 'null' }] },
  },
  required: ['webhook_url'],
};

/** How webhooks go out, to whom, and what became of them. */
export async function webhookControls(app: FastifyInstance, { account }: Services): Promise<void> {
  app.post<{ Body: { mode?: WebhookMode } & WebhookDistortion }>(
    '/webhooks',
    { schema: { body: MODE } },
    async (request, reply) => {
      const { mode = 'normal', ...distortion } = request.body;
      account.configuration.set('webhook_mode', mode);
      account.configuration.set('webhook_distortion', distortion);
      return reply.code(204).send();
    },
  );
  app.get('/webhooks', async () => account.webhooks.log());
  app.put<{ Body: Partial<WebhookTarget> & { webhook_url: string | null } }>(
    '/organisation-webhook',
    { schema: { body: TARGET } },
    async ({ body }, reply) => {
      const { webhook_url, webhook_headers = {}, webhook_details = false } = body;
      const target =
        webhook_url === null ? null : { webhook_url, webhook_headers, webhook_details };
      account.configuration.set('organisation_webhook', target);
      return reply.code(204).send();
    },
  );
}
