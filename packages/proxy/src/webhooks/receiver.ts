import { createHash } from 'node:crypto';
import {
  type Completion,
  idOf,
  readCompletion,
  type RelayedCompletion,
} from '../persons/read-completion.ts';
import { completionDigest } from '../persons/reconciliation.ts';
import type { App } from '../plugins/app-type.ts';
import { digest } from '../shared/digest.ts';

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
  return `evt_${digest(TYPE, 'content', createHash('sha256').update(bytes).digest('hex'))}`;
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
