import type { RelayEventType } from 'precandidate-contract';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { isJsonObject } from '../shared/json.ts';
import { scanJson } from '../shared/scan-json.ts';
import { createPersonStore } from './person-store.ts';
import { readCompletion } from './read-completion.ts';

const CHECK_AGAIN_MS = 5_000;

/**
 * `WEBHOOK_VERIFY=reread`: relays a webhook's completion only when the service's own status is the
 * same. It waits while the service is unavailable or its status differs, because a webhook can be
 * early, and drops the event when the service does not know the person.
 */
export function createCompletionCheck({ service, db }: App) {
  const persons = createPersonStore(db);

  return async ({ type, body }: { type: RelayEventType; body: string }) => {
    if (type !== 'person.completed') return undefined;
    const { id, status, country } = completionIn(body);
    const country_code = (id && (await persons.countryOf(id))) || country;
    if (!id || !country_code) return result('invalid', 'unverifiable');
    try {
      const { value } = await service.personStatus(country_code, id);
      const isSame = status !== undefined && isJsonObject(value) && value['status'] === status;
      return isSame ? undefined : result('failed', 'status-differs');
    } catch (error) {
      const name = error instanceof ProblemError ? error.problemName : 'internal';
      if (name === 'record-not-found') return result('invalid', 'person-unknown');
      if (name === 'service-unavailable' || name === 'service-busy')
        return result('wait', name, CHECK_AGAIN_MS);
      return result('failed', name);
    }
  };
}

const result = (kind: 'invalid' | 'failed' | 'wait', outcome: string, retryAfterMs = 0) => ({
  kind,
  outcome,
  retryAfterMs,
});

/** Reads these members without parsing the event as a whole, which may have 8 MB. */
function completionIn(body: string) {
  const event = Buffer.from(body);
  let payload = Buffer.alloc(0);
  scanJson(event, (name, start, end) => {
    if (name === 'data') payload = event.subarray(start, end);
  });
  const { texts, links } = readCompletion(payload);
  // The payload names the country only in its links: `…/{country_code}/persons/{id}`.
  const path = /\/([A-Za-z]{2})\/(?:persons|reports)\//.exec([...links.values()].join(' '));
  return { id: texts.get('id'), status: texts.get('status'), country: path?.[1] };
}
