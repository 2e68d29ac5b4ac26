import { ProblemError } from '../plugins/problem-error.ts';
import type { DeliveryRow } from '../relay/delivery-row.ts';
import type { PersonStore } from './person-store.ts';
import type { Service } from '../upstream/service.ts';
import type { Attempt } from '../relay/relay.ts';
import { isRecord } from '../status/records.ts';

/**
 * `WEBHOOK_VERIFY=reread`: whether the service itself says what a webhook said. Answers
 * `undefined` when it does, else how to go on: later when the service cannot be asked or its
 * status differs (a webhook can be early), not at all when it has no such person.
 */
export type CompletionCheck = (event: DeliveryRow) => Promise<Attempt | undefined>;

/** Its place in the budget, the connection, and the answer. */
export const LONGEST_CHECK_MS = 20_000;
const AGAIN_MS = 5_000;

export function createCompletionCheck(service: Service, persons: PersonStore): CompletionCheck {
  return async (event) => {
    const { id, status, country } = namedIn(event.body);
    const country_code = (id && (await persons.countryOf(id))) || country;
    if (!id || !country_code) return { kind: 'unfit', outcome: 'unverifiable', retry_after_ms: 0 };
    try {
      const { value } = await service.personStatus(country_code, id);
      const same = isRecord(value) && value['status'] === status;
      return same ? undefined : { kind: 'failed', outcome: 'status-differs', retry_after_ms: 0 };
    } catch (error) {
      const name = error instanceof ProblemError ? error.problemName : 'internal';
      if (name === 'record-not-found')
        return { kind: 'unfit', outcome: 'person-unknown', retry_after_ms: 0 };
      if (name === 'service-unavailable' || name === 'service-busy')
        return { kind: 'wait', outcome: name, retry_after_ms: AGAIN_MS };
      return { kind: 'failed', outcome: name, retry_after_ms: 0 };
    }
  };
}

/** The country stands in the payload only within its links: `…/{country_code}/persons/{id}`. */
function namedIn(body: string): { id?: string; status?: unknown; country?: string } {
  const event: unknown = JSON.parse(body);
  const payload = isRecord(event) ? event['data'] : undefined;
  if (!isRecord(payload) || typeof payload['id'] !== 'string') return {};
  const { id, status } = payload;
  const country = /\/([A-Za-z]{2})\/(?:persons|reports)\//.exec(addressesIn(payload['_links']));
  return { id: String(id), status, ...(country?.[1] && { country: country[1] }) };
}

function addressesIn(links: unknown): string {
  if (!isRecord(links)) return '';
  const addresses = Object.values(links).map((link) => (isRecord(link) ? link['href'] : undefined));
  return addresses.filter((address) => typeof address === 'string').join(' ');
}
