import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import type { SendCheck } from '../relay/event-sender.ts';
import type { Service } from '../upstream/service.ts';
import { createPersonStore, type PersonStore } from './person-store.ts';
import { isJsonObject } from '../shared/json.ts';

/** Decorates `sendCheck` for the relay, so it is registered before the relay. */
export const completionCheck = fp(
  async (app: App) => {
    const isReread = app.settings.WEBHOOK_VERIFY === 'reread';
    const { service, db, jobs } = app;
    app.decorate(
      'sendCheck',
      isReread ? createCompletionCheck(service, createPersonStore(db, jobs)) : undefined,
    );
  },
  { name: 'completion-check', dependencies: ['upstream'] },
);

const CHECK_AGAIN_MS = 5_000;

/**
 * `WEBHOOK_VERIFY=reread`: relays a webhook's completion only when the service's own status is the
 * same. It waits while the service is unavailable or its status differs, because a webhook can be
 * early, and drops the event when the service does not know the person.
 */
function createCompletionCheck(service: Service, persons: PersonStore): SendCheck {
  return async ({ type, body }) => {
    if (type !== 'person.completed') return undefined;
    const { id, status, country } = readCompletion(body);
    const country_code = (id && (await persons.countryOf(id))) || country;
    if (!id || !country_code) return { kind: 'invalid', outcome: 'unverifiable', retryAfterMs: 0 };
    try {
      const { value } = await service.personStatus(country_code, id);
      const isSame = isJsonObject(value) && value['status'] === status;
      return isSame ? undefined : { kind: 'failed', outcome: 'status-differs', retryAfterMs: 0 };
    } catch (error) {
      const name = error instanceof ProblemError ? error.problemName : 'internal';
      if (name === 'record-not-found')
        return { kind: 'invalid', outcome: 'person-unknown', retryAfterMs: 0 };
      if (name === 'service-unavailable' || name === 'service-busy')
        return { kind: 'wait', outcome: name, retryAfterMs: CHECK_AGAIN_MS };
      return { kind: 'failed', outcome: name, retryAfterMs: 0 };
    }
  };
}

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
