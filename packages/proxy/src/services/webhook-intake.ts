import { ProblemError } from '../problem-error.ts';
import { digest } from './digest.ts';
import type { Outbox } from './outbox.ts';
import { isRecord } from './service-record.ts';
import type { StatusWatch } from './status-watch.ts';

/** Takes the service's completion webhook in. */
export interface WebhookIntake {
  /**
   * Resolves once the event is durable; `false` when it was kept before. Rejects with
   * `malformed-body` when the bytes are no JSON object.
   */
  receive(bytes: string): Promise<boolean>;
}

export function createWebhookIntake(
  outbox: Outbox,
  watch: StatusWatch,
  onError: (error: unknown) => void,
): WebhookIntake {
  return {
    async receive(bytes) {
      const payload = parse(bytes);
      const { webhook_request_id, id } = payload;
      // One without an id is still taken, and known again by its content.
      const occasion = typeof webhook_request_id === 'string' ? webhook_request_id : bytes;
      const type = 'person.completed';
      // The bytes go on as they came: parsed and written again, large numbers would differ.
      const fresh = await outbox.add({
        id: `evt_${digest(type, occasion)}`,
        type,
        body: `{"type":"${type}","timestamp":"${new Date().toISOString()}","data":${bytes}}`,
      });
      if (fresh && typeof id === 'string') watch.hasten(id).catch(onError);
      return fresh;
    },
  };
}

function parse(bytes: string): Readonly<Record<string, unknown>> {
  try {
    const payload: unknown = JSON.parse(bytes);
    if (isRecord(payload)) return payload;
  } catch {
    // Answered below, as any other body that is not an object.
  }
  throw new ProblemError('malformed-body', { detail: 'The webhook must be a JSON object' });
}
