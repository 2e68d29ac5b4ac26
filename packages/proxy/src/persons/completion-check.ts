import type { RelayEventType } from 'precandidate-contract';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { isJsonObject } from '../shared/json.ts';
import { createPersonStore } from './person-store.ts';
import { idOf } from './read-completion.ts';

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
    const { data } = JSON.parse(body) as { data: unknown };
    const payload = isJsonObject(data) ? data : {};
    const id = idOf(payload);
    const country_code = (id && (await persons.countryOf(id))) || countryIn(payload['_links']);
    if (!id || !country_code) return result('invalid', 'unverifiable');
    try {
      const { value } = await service.personStatus(country_code, id);
      const { status } = isJsonObject(value) ? value : {};
      const isSame = typeof status === 'string' && status === payload['status'];
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

/** The payload names the country only in its links: `…/{country_code}/persons/{id}`. */
function countryIn(links: unknown): string | undefined {
  const addresses = Object.values(isJsonObject(links) ? links : {})
    .map((link) => (isJsonObject(link) ? link['href'] : undefined))
    .filter((href) => typeof href === 'string');
  return /\/([A-Za-z]{2})\/(?:persons|reports)\//.exec(addresses.join(' '))?.[1];
}
