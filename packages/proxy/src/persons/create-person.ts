import type { PersonCreation } from 'precandidate-contract';
import type { Settings } from '../config/settings.ts';
import { isJsonObject } from '../shared/json.ts';
import type { App } from '../plugins/app-type.ts';
import type { CallOptions } from '../upstream/service-client.ts';
import type { PersonStore } from './person-store.ts';

export type CreatePerson = ReturnType<typeof personCreator>;

/** Creates persons at the service and remembers them for reconciliation. */
export function personCreator(app: App, persons: PersonStore) {
  const { settings, service } = app;
  const firstPollMs = settings.RECONCILE_SECONDS * 1_000;

  /**
   * Fills in the proxy's own webhook when `person` names none. Pass an `idempotencyKey` so that the
   * service can recognize a repeated creation.
   */
  return async (country: string, person: PersonCreation, options?: CallOptions) => {
    const relayed = await service.createPerson(
      country,
      withOwnWebhook(person, settings, app.publicUrl),
      { timeoutMs: settings.PERSON_TIMEOUT_SECONDS * 1_000, ...options },
    );
    const person_id = idIn(relayed.value);
    const now = Date.now();
    // A caller's own webhook receives the completion, so it is not ours to find.
    const isOurs = person.webhook_url === undefined && firstPollMs > 0;
    // The person exists whatever happens here: an error would make the caller create another one.
    if (person_id !== undefined)
      await persons
        .remember(person_id, country, now, isOurs ? now + firstPollMs : undefined)
        .catch(app.onBackgroundError);
    return relayed;
  };
}

/** A caller's own webhook keeps its headers: our secret goes to our address only. */
function withOwnWebhook(
  person: PersonCreation,
  { WEBHOOK_SECRETS: [secret] = [], WEBHOOK_HEADER }: Settings,
  publicUrl: () => string,
): PersonCreation {
  if (secret === undefined || person.webhook_url !== undefined) return person;
  return {
    webhook_details: true,
    ...person,
    webhook_url: `${publicUrl()}/webhooks/person-completed`,
    webhook_headers: { ...person.webhook_headers, [WEBHOOK_HEADER]: secret },
  };
}

/** The response is not documented: a bare string has been seen, an object is likely. */
function idIn(value: unknown): string | undefined {
  const id = isJsonObject(value) ? (value['person_id'] ?? value['id']) : value;
  return typeof id === 'string' ? id : undefined;
}
