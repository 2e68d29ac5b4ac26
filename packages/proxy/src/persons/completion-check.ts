import type { RelayEventType } from 'precandidate-contract';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { isJsonObject } from '../shared/json.ts';
import { createPersonStore } from './person-store.ts';

const CHECK_AGAIN_MS = 5_000;

/**
 * `WEBHOOK_VERIFY=reread`: relays a webhook's completion only when the service's own status is the
 * same. It waits while the service is unavailable or its status differs, because a webhook can be
 * early, and drops the event when the service does not know the person.
 */
export function createCompletionCheck({ service, db, jobs }: App) {
  const persons = createPersonStore(db, jobs);

  return async ({ type, body }: { type: RelayEventType; body: string }) => {
    if (type !== 'person.completed') return undefined;
    const { id, status, country } = readCompletion(body);
    const country_code = (id && (await persons.countryOf(id))) || country;
    if (!id || !country_code) return result('invalid', 'unverifiable');
    try {
      const { value } = await service.personStatus(country_code, id);
      const isSame = isJsonObject(value) && value['status'] === status;
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
function readCompletion(body: string): { id?: string; status?: unknown; country?: string } {
  const event: unknown = JSON.parse(body);
  const payload = isJsonObject(event) ? event['data'] : undefined;
  if (!isJsonObject(payload) || typeof payload['id'] !== 'string') return {};
  const { id, status } = payload;
  const country = /\/([A-Za-z]{2})\/(?:persons|reports)\//.exec(hrefsOf(payload['_links']));
  return { id: String(id), status, ...(country?.[1] && { country: country[1] }) };
}

function hrefsOf(links: unknown): string {
  if (!isJsonObject(links)) return '';
  const hrefs = Object.values(links).map((link) => (isJsonObject(link) ? link['href'] : undefined));
  return hrefs.filter((href) => typeof href === 'string').join(' ');
}
