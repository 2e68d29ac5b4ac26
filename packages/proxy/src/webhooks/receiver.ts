import { createHash } from 'node:crypto';
import { type Completion, readCompletion } from '../persons/read-completion.ts';
import { completionDigest } from '../persons/reconciliation.ts';
import type { App } from '../plugins/app-type.ts';
import { digest } from '../shared/digest.ts';

const TYPE = 'person.completed' as const;
/** Members that only a webhook has, and that say nothing more about the completion. */
const ENVELOPE = ['webhook_request_id', 'timestamp'];

/** Receives the service's completion webhook. */
export function createWebhookReceiver(app: App) {
  const { outbox, poller, completedPersons: persons, metrics } = app;

  /** Whether polling found this completion, and the webhook says nothing more about it. */
  async function wasRelayed({ texts, members }: Completion): Promise<boolean> {
    const id = texts.get('id');
    const relayed = id === undefined ? undefined : await persons.relayedCompletion(id);
    if (id === undefined || relayed === undefined) return false;
    const [status, updated_at] = [texts.get('status'), texts.get('updated_at')];
    if (relayed.digest !== completionDigest(id, { status, updated_at })) return false;
    return members.every((name) => ENVELOPE.includes(name) || relayed.members.includes(name));
  }

  /**
   * Resolves once the event is durable; to `false` when it was received before, or repeats what was
   * relayed. A payload that differs from the interface, even one that is not JSON, is stored and
   * flagged: the service may not send a rejected webhook again.
   */
  return async (bytes: Buffer): Promise<boolean> => {
    const webhook = readCompletion(bytes);
    const event = { id: eventId(webhook, bytes), type: TYPE, body: eventBody(webhook, bytes) };
    if (await wasRelayed(webhook)) {
      await outbox.add(event, 'duplicate');
      metrics.webhook('late');
      return false;
    }
    const isNew = await outbox.add(event);
    const isDifferent = webhook.differences.length > 0;
    metrics.webhook(!isNew ? 'duplicate' : isDifferent ? 'differing' : 'taken');
    const id = webhook.texts.get('id');
    if (id !== undefined) {
      await persons.noteWebhook(id, Date.now());
      if (isNew) poller.schedulePoll(id).catch(app.onBackgroundError);
    }
    return isNew;
  };
}

/** A webhook without an id of its own is recognized by its content. */
function eventId({ texts }: Completion, bytes: Buffer): string {
  const request_id = texts.get('webhook_request_id')?.trim();
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
