import { createHash } from 'node:crypto';
import { type CompletedPersons, completionDigest } from '../persons/reconciliation.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { StatusPoller } from '../status/poller.ts';
import { digest } from '../shared/digest.ts';
import { readWebhook, type Webhook } from './read-webhook.ts';

/**
 * A body that was read into the middle of a buffer. With {@link EVENT_ROOM} around it, the event is
 * completed in place: a second copy of 8 MB would count.
 */
export interface ReceivedBody {
  buffer: Buffer;
  start: number;
  end: number;
}

/** Receives the service's completion webhook. */
export interface WebhookReceiver {
  /**
   * Resolves once the event is durable; to `false` when it was received before, or repeats what was
   * relayed. A payload that differs from the interface, even one that is not JSON, is stored and
   * flagged: the service may not send a rejected webhook again.
   */
  receive(body: ReceivedBody): Promise<boolean>;
}

const TYPE = 'person.completed' as const;
/** Members that only a webhook has, and that say nothing more about the completion. */
const ENVELOPE = ['webhook_request_id', 'timestamp'];

/** Bytes to leave free around the body, for {@link eventBody}. */
export const EVENT_ROOM = { before: 1_024, after: 1 };

export function createWebhookReceiver(parts: {
  outbox: Outbox;
  poller: StatusPoller;
  persons: CompletedPersons;
  metrics: Pick<Metrics, 'webhook'>;
  onError: (error: unknown) => void;
}): WebhookReceiver {
  const { outbox, poller, persons, metrics, onError } = parts;

  /** Whether polling found this completion, and the webhook says nothing more about it. */
  async function wasRelayed({ texts, members }: Webhook): Promise<boolean> {
    const id = texts.get('id');
    const relayed = id === undefined ? undefined : await persons.relayedCompletion(id);
    if (id === undefined || relayed === undefined) return false;
    const [status, updated_at] = [texts.get('status'), texts.get('updated_at')];
    if (relayed.digest !== completionDigest(id, { status, updated_at })) return false;
    return members.every((name) => ENVELOPE.includes(name) || relayed.members.includes(name));
  }

  return {
    async receive(received) {
      const bytes = received.buffer.subarray(received.start, received.end);
      const webhook = readWebhook(bytes);
      const event = {
        id: eventId(webhook, bytes),
        type: TYPE,
        body: eventBody(webhook, received),
      };
      if (await wasRelayed(webhook)) {
        await outbox.addDuplicate(event);
        metrics.webhook('late');
        return false;
      }
      const isNew = await outbox.add(event);
      const isDifferent = webhook.differences.length > 0;
      metrics.webhook(!isNew ? 'duplicate' : isDifferent ? 'differing' : 'taken');
      const id = webhook.texts.get('id');
      if (id !== undefined) {
        await persons.noteWebhook(id, Date.now());
        if (isNew) poller.pollNow(id).catch(onError);
      }
      return isNew;
    },
  };
}

/** A webhook without an id of its own is recognized by its content. */
function eventId({ texts }: Webhook, bytes: Buffer): string {
  const request_id = texts.get('webhook_request_id')?.trim();
  if (request_id) return `evt_${digest(TYPE, request_id)}`;
  return `evt_${digest(TYPE, 'content', createHash('sha256').update(bytes).digest('hex'))}`;
}

/**
 * JSON is passed on as it came: parsed and serialized again, large numbers would differ. Anything
 * else is passed on whole in base64, for the receiver to judge. Overwrites what is around the body.
 */
function eventBody({ json, differences }: Webhook, { buffer, start, end }: ReceivedBody): Buffer {
  const differs = differences.length > 0 ? `,"differs":${JSON.stringify(differences)}` : '';
  const head = `{"type":"${TYPE}","timestamp":"${new Date().toISOString()}"${differs},"data":`;
  if (json === undefined)
    return Buffer.from(`${head}null,"raw":"${buffer.toString('base64', start, end)}"}`);
  const first = end - json.length - head.length;
  buffer.write(head, first, 'latin1');
  buffer.write('}', end, 'latin1');
  return buffer.subarray(first, end + 1);
}
