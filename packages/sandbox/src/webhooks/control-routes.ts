import type { FastifyInstance } from 'fastify';
import {
  WEBHOOK_MODES,
  type WebhookDistortion,
  type WebhookMode,
  type WebhookTarget,
} from '../storage/configuration.ts';

/** JSON Schema properties of a {@link WebhookTarget}. */
export const WEBHOOK_TARGET_PROPERTIES = {
  webhook_url: { type: 'string', format: 'uri', pattern: '^https?://' },
  webhook_details: { type: 'boolean' },
  webhook_headers: {
    type: 'object',
    propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
    additionalProperties: { type: 'string', pattern: '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$' },
  },
} as const;

const MODE = {
  type: 'object',
  properties: {
    mode: { enum: WEBHOOK_MODES },
    payload: { type: 'object' },
    padding_bytes: { type: 'integer', minimum: 0, maximum: 64_000_000 },
  },
  additionalProperties: false,
};

/** `webhook_url: null` removes the endpoint. */
const TARGET = {
  type: 'object',
  properties: {
    ...WEBHOOK_TARGET_PROPERTIES,
    webhook_url: { anyOf: [WEBHOOK_TARGET_PROPERTIES.webhook_url, { type: 'null' }] },
  },
  required: ['webhook_url'],
};

/** Control paths that change how webhooks are sent, and list them. */
export async function webhookControlRoutes(app: FastifyInstance): Promise<void> {
  const { configuration, webhooks } = app.sandbox;

  app.post<{ Body: { mode?: WebhookMode } & WebhookDistortion }>(
    '/webhooks',
    { schema: { body: MODE } },
    async (request, reply) => {
      const { mode = 'normal', ...distortion } = request.body;
      configuration.set('webhook_mode', mode);
      configuration.set('webhook_distortion', distortion);
      return reply.code(204).send();
    },
  );
  app.get('/webhooks', async () => webhooks.log());
  app.put<{ Body: Partial<WebhookTarget> & { webhook_url: string | null } }>(
    '/organisation-webhook',
    { schema: { body: TARGET } },
    async ({ body }, reply) => {
      const { webhook_url, webhook_headers = {}, webhook_details = false } = body;
      const target =
        webhook_url === null ? null : { webhook_url, webhook_headers, webhook_details };
      configuration.set('organisation_webhook', target);
      return reply.code(204).send();
    },
  );
}
