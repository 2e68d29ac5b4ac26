import type { PersonStore } from '../persons/person-store.ts';
import { completionDigest } from '../persons/completion-digest.ts';
import { digest } from '../submissions/digest.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Outbox } from '../relay/outbox.ts';
import { readWebhook } from './read-webhook.ts';
import { isRecord } from '../status/records.ts';
import type { StatusPoller } from '../status/poller.ts';
import { webhookDifferences } from './webhook-differences.ts';

/** Takes the service's completion webhook in. */
export interface WebhookIntake {
  /**
   * Resolves once the event is durable; `false` when it, or what it says, was kept before. A
   * payload that differs from the interface, also one that is no JSON, is kept and flagged: whether
   * a refused webhook comes again is not known.
   */
  receive(bytes: Buffer): Promise<boolean>;
}

export function createWebhookIntake(parts: {
  outbox: Outbox;
  poller: StatusPoller;
  persons: PersonStore;
  metrics: Pick<Metrics, 'webhook'>;
  onError: (error: unknown) => void;
}): WebhookIntake {
  const { outbox, poller, persons, metrics, onError } = parts;
  const type = 'person.completed';

  async function wasTold(payload: Payload): Promise<boolean> {
    const { id } = payload;
    if (typeof id !== 'string') return false;
    return (await persons.toldOf(id)) === completionDigest(id, payload);
  }

  return {
    async receive(bytes) {
      const { value, members } = readWebhook(bytes);
      const payload: Payload = isRecord(value) ? value : {};
      const { webhook_request_id, id } = payload;
      const differs = webhookDifferences(value);
      const flag = differs.length > 0 ? `,"differs":${JSON.stringify(differs)}` : '';
      const event = {
        id: `evt_${digest(type, ...identityOf(webhook_request_id, bytes))}`,
        type,
        body: `{"type":"${type}","timestamp":"${new Date().toISOString()}"${flag},${members}}`,
      } as const;
      if (await wasTold(payload)) {
        await outbox.addDuplicate(event);
        metrics.webhook('late');
        return false;
      }
      const fresh = await outbox.add(event);
      metrics.webhook(!fresh ? 'duplicate' : differs.length > 0 ? 'differing' : 'taken');
      if (typeof id === 'string') {
        await persons.heard(id, Date.now());
        if (fresh) poller.pollNow(id).catch(onError);
      }
      return fresh;
    },
  };
}

type Payload = Readonly<Record<string, unknown>>;

/** One without an id is known again by its content. */
function identityOf(webhook_request_id: unknown, bytes: Buffer): string[] {
  return typeof webhook_request_id === 'string'
    ? [webhook_request_id]
    : ['content', bytes.toString('latin1')];
}
