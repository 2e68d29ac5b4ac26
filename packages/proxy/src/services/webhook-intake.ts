import { ProblemError } from '../problem-error.ts';
import type { PersonStore } from '../store/person-store.ts';
import { completionDigest } from './completion-digest.ts';
import { digest } from './digest.ts';
import type { Metrics } from './metrics.ts';
import type { Outbox } from './outbox.ts';
import { isRecord } from './service-record.ts';
import type { StatusWatch } from './status-watch.ts';
import { webhookDifferences } from './webhook-differences.ts';

/** Takes the service's completion webhook in. */
export interface WebhookIntake {
  /**
   * Resolves once the event is durable; `false` when it, or what it says, was kept before. A
   * payload that differs from the interface is kept and flagged. Rejects with `malformed-body` when
   * the bytes are no JSON.
   */
  receive(bytes: string): Promise<boolean>;
}

export function createWebhookIntake(parts: {
  outbox: Outbox;
  watch: StatusWatch;
  persons: PersonStore;
  metrics: Pick<Metrics, 'webhook'>;
  onError: (error: unknown) => void;
}): WebhookIntake {
  const { outbox, watch, persons, metrics, onError } = parts;
  const type = 'person.completed';

  async function wasTold(payload: Payload): Promise<boolean> {
    const { id } = payload;
    if (typeof id !== 'string') return false;
    return (await persons.toldOf(id)) === completionDigest(id, payload);
  }

  return {
    async receive(bytes) {
      const value = parse(bytes);
      const payload: Payload = isRecord(value) ? value : {};
      const { webhook_request_id, id } = payload;
      const differs = webhookDifferences(value);
      const flag = differs.length > 0 ? `,"differs":${JSON.stringify(differs)}` : '';
      const event = {
        // One without an id is still taken, and known again by its content.
        id: `evt_${digest(type, typeof webhook_request_id === 'string' ? webhook_request_id : bytes)}`,
        type,
        // The bytes go on as they came: parsed and written again, large numbers would differ.
        body: `{"type":"${type}","timestamp":"${new Date().toISOString()}"${flag},"data":${bytes}}`,
      } as const;
      if (await wasTold(payload)) {
        await outbox.addDuplicate(event);
        metrics.webhook('late');
        return false;
      }
      const fresh = await outbox.add(event);
      metrics.webhook(!fresh ? 'duplicate' : differs.length > 0 ? 'differing' : 'taken');
      if (typeof id === 'string') {
        await persons.heard(id);
        if (fresh) watch.hasten(id).catch(onError);
      }
      return fresh;
    },
  };
}

type Payload = Readonly<Record<string, unknown>>;

function parse(bytes: string): unknown {
  try {
    return JSON.parse(bytes);
  } catch {
    throw new ProblemError('malformed-body', { detail: 'The webhook must be JSON' });
  }
}
