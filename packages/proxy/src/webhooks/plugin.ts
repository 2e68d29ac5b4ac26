import { hash } from 'node:crypto';
import fp from 'fastify-plugin';
import type { FastifyRequest } from 'fastify';
import {
  type Completion,
  completionDigest,
  idOf,
  readCompletion,
  type RelayedCompletion,
} from '../persons/read-completion.ts';
import type { App } from '../plugins/app-type.ts';
import { createRateLimit, networkOf } from '../plugins/rate-limit.ts';
import { Type } from '../plugins/type.ts';
import { digest, isOneOf } from '../shared/digest.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** In bytes: report details can be long, and a rejected webhook may never come again. */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024;

/** The route of the service's completion webhook. */
export const webhooks = fp(
  async (app: App) => {
    app.register(webhookRoute);
  },
  { name: 'webhooks', dependencies: ['relay', 'status', 'persons'] },
);

/** `POST /webhooks/person-completed`: responds 2xx only once the event is durable. */
async function webhookRoute(app: App): Promise<void> {
  const receive = createWebhookReceiver(app);
  // Raw bytes, whatever their type claims: a payload that differs from the interface is kept, too.
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const;
  app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  app.post(
    '/webhooks/person-completed',
    {
      bodyLimit: MAX_WEBHOOK_BYTES,
      onRequest: createAuthentication(app.settings),
      schema: {
        summary: 'The service’s completion webhook',
        tags: ['service'],
        security: [{ webhook: [] }],
        returns: { 200: Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() }) },
        problems: ['webhook-unauthorized', 'body-too-large', 'rate-limited'],
      },
    },
    async (request) => {
      // Without a body and a content type, no parser runs.
      const isNew = await receive((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      return { received: true as const, duplicate: !isNew };
    },
  );
}

/**
 * Runs before the body is read. Requests without a valid secret have a limit of their own, so that a
 * flood of them does not use up the service's, even behind the same reverse proxy.
 */
function createAuthentication({
  WEBHOOK_HEADER,
  WEBHOOK_SECRETS = [],
  WEBHOOK_RATE_LIMIT,
}: App['settings']) {
  const limitGuesses = createRateLimit(WEBHOOK_RATE_LIMIT);
  const limitWebhooks = createRateLimit(WEBHOOK_RATE_LIMIT);
  const header = WEBHOOK_HEADER.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[header];
    if (typeof given === 'string' && isOneOf(given, WEBHOOK_SECRETS))
      return limitWebhooks(networkOf(request));
    limitGuesses(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}

const TYPE = 'person.completed' as const;
/** Members of the webhook's request, not of the completion. */
const ENVELOPE = ['webhook_request_id', 'timestamp'];

/** Receives the service's completion webhook. */
export function createWebhookReceiver(app: App) {
  const { outbox, poller, completedPersons: persons, metrics } = app;

  /**
   * Resolves once the event is durable; to `false` when it was received before, or repeats what was
   * relayed. A payload that differs from the interface, even one that is not JSON, is stored and
   * flagged: the service may not send a rejected webhook again.
   */
  return async function receive(bytes: Buffer): Promise<boolean> {
    const webhook = readCompletion(bytes);
    const event = { id: eventId(webhook, bytes), type: TYPE, body: eventBody(webhook, bytes) };
    const id = idOf(webhook.data);
    const relayed = id === undefined ? undefined : await persons.relayedCompletion(id);
    if (relayed && saysNothingMore(webhook, relayed)) {
      await outbox.add(event, { state: 'duplicate' });
      metrics.webhook('late');
      return false;
    }
    const condition = id === undefined ? undefined : persons.noteWebhook(id, relayed, Date.now());
    const result = await outbox.add(event, { condition });
    // Polling relayed the completion meanwhile: compare with it.
    if (result === 'superseded') return receive(bytes);
    const isNew = result === 'stored';
    const isDifferent = webhook.differences.length > 0;
    metrics.webhook(!isNew ? 'duplicate' : isDifferent ? 'differing' : 'taken');
    if (isNew && id !== undefined) poller.schedulePoll(id).catch(app.onBackgroundError);
    return isNew;
  };
}

/** Whether the webhook reports the completion that polling found, without further members. */
function saysNothingMore({ data }: Completion, relayed: RelayedCompletion): boolean {
  if (relayed.digest !== completionDigest(idOf(data) ?? '', data)) return false;
  const members = Object.keys(data);
  return members.every((name) => ENVELOPE.includes(name) || relayed.members.includes(name));
}

/** A webhook without an id of its own is recognized by its content. */
function eventId({ data: { webhook_request_id } }: Completion, bytes: Buffer): string {
  const request_id = typeof webhook_request_id === 'string' ? webhook_request_id.trim() : '';
  if (request_id) return `evt_${digest(TYPE, request_id)}`;
  return `evt_${digest(TYPE, 'content', hash('sha256', bytes))}`;
}

/**
 * JSON is passed on as it came: parsed and serialized again, large numbers would differ. Anything
 * else is passed on whole in base64, for the receiver to check.
 */
function eventBody({ json, differences }: Completion, bytes: Buffer): Buffer {
  const differs = differences.length > 0 ? `,"differs":${JSON.stringify(differences)}` : '';
  const head = `{"type":"${TYPE}","timestamp":"${new Date().toISOString()}"${differs},"data":`;
  if (json === undefined) return Buffer.from(`${head}null,"raw":"${bytes.toString('base64')}"}`);
  return Buffer.concat([Buffer.from(head), json, Buffer.from('}')]);
}
