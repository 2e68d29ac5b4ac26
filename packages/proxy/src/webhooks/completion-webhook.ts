import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Settings } from '../config/settings.ts';
import type { Statement } from '../db/database.ts';
import type { App } from '../http/app-type.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createRateLimit, networkOf } from '../http/rate-limit.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../shared/clock.ts';
import { digest, isOneOf } from '../shared/digest.ts';
import { ProblemError } from '../shared/problem-error.ts';
import type { PersonStore } from './person-store.ts';
import {
  type Completion,
  createdForOf,
  idOf,
  polledEventId,
  readCompletion,
  resultDigest,
} from './read-completion.ts';

/** In bytes: report details can be long, and a rejected webhook may never come again. */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024;

/** Wrong secrets that one address may send: too few to find one of 16 characters or more. */
const GUESSES_PER_MINUTE = 6_000;

/** `POST /webhooks/person-completed`: responds 2xx only once the event is durable. */
export async function webhookRoute(
  app: App,
  { receive }: { receive: WebhookReceiver },
): Promise<void> {
  // Raw bytes, whatever their type claims: a payload that differs from the interface is kept, too.
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES } as const;
  app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  app.post(
    '/webhooks/person-completed',
    {
      bodyLimit: MAX_WEBHOOK_BYTES,
      onRequest: createAuthentication(app.settings),
      // Fastify would refuse one that it cannot read.
      preParsing: async ({ raw }) => void delete raw.headers['content-type'],
      schema: {
        summary: 'The service’s completion webhook',
        tags: ['service'],
        security: [{ webhook: [] }],
        returns: { 200: Type.Object({ received: Type.Literal(true), duplicate: Type.Boolean() }) },
        problems: ['webhook-unauthorized', 'body-too-large', 'rate-limited'],
      },
    },
    async (request) => {
      // Without a body, no parser runs.
      const isNew = await receive((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      return { received: true as const, duplicate: !isNew };
    },
  );
}

/** Runs before the body is read. The service may send as many as it likes: one may not come again. */
function createAuthentication({ WEBHOOK_HEADER, WEBHOOK_SECRETS = [] }: Settings) {
  const limitGuesses = createRateLimit(GUESSES_PER_MINUTE);
  const header = WEBHOOK_HEADER.toLowerCase();

  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers[header];
    if (typeof given === 'string' && isOneOf(given, WEBHOOK_SECRETS)) return;
    limitGuesses(networkOf(request));
    throw new ProblemError('webhook-unauthorized');
  };
}

const TYPE = 'person.completed' as const;

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

export interface ReceiverParts {
  clock: Clock;
  store: Pick<PersonStore, 'markNotified'>;
  outbox: Pick<Outbox, 'add' | 'withdrawStatement'>;
  /** Called for a new webhook, with its person. */
  onCompleted: (person_id: string) => void;
  metrics: Pick<Metrics, 'webhook'>;
}

/** Receives the service's completion webhook. */
export function createWebhookReceiver(parts: ReceiverParts) {
  const { clock, store, outbox, onCompleted, metrics } = parts;

  /** Polling does not report the result again; its event that was not sent yet is withdrawn. */
  function replacePolled(person_id: string, data: Completion['data'], now: number): Statement[] {
    const result = resultDigest(person_id, data);
    return [
      store.markNotified(person_id, result, now, createdForOf(data)),
      outbox.withdrawStatement(polledEventId(result)),
    ];
  }

  /**
   * Resolves once the event is durable; to `false` when the same webhook was received before. A
   * payload that differs from the interface, even one that is not JSON, is stored and flagged: the
   * service may not send a rejected webhook again.
   */
  return async function receive(bytes: Buffer): Promise<boolean> {
    const webhook = readCompletion(bytes);
    const now = clock.now();
    const person_id = idOf(webhook.data);
    const body = eventBody(webhook, bytes, now);
    const createdFor = createdForOf(webhook.data);
    const event = { id: eventId(webhook, bytes), type: TYPE, person_id, createdFor, body };
    const others = person_id === undefined ? [] : replacePolled(person_id, webhook.data, now);
    const isNew = await outbox.add(event, others);
    const isDifferent = webhook.differences.length > 0;
    metrics.webhook(!isNew ? 'duplicate' : isDifferent ? 'differing' : 'taken');
    if (isNew && person_id !== undefined) onCompleted(person_id);
    return isNew;
  };
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
function eventBody({ json, differences }: Completion, bytes: Buffer, now: number): Buffer {
  const differs = differences.length > 0 ? `,"differs":${JSON.stringify(differences)}` : '';
  const head = `{"type":"${TYPE}","timestamp":"${new Date(now).toISOString()}"${differs},"data":`;
  if (json === undefined) return Buffer.from(`${head}null,"raw":"${bytes.toString('base64')}"}`);
  return Buffer.concat([Buffer.from(head), json, Buffer.from('}')]);
}
