import type { PersonCreation } from 'precandidate-contract';
import type { PersonStore } from './person-store.ts';
import type { CallOptions } from '../upstream/service-client.ts';
import type { Service } from '../upstream/service.ts';
import { isRecord } from '../status/records.ts';

/** The webhook that the service is told of when the caller names none. */
export interface OwnWebhook {
  url: string;
  header: string;
  secret: string;
}

/** Creates persons at the service and remembers their country for later look-ups. */
export interface PersonCreator {
  create(
    country: string,
    person: PersonCreation,
    options?: CallOptions,
  ): ReturnType<Service['createPerson']>;
}

/**
 * `ownWebhook` answers `undefined` when no secret is set: then our address is not filled in.
 * `first_look_ms`: after that it is looked whether the webhook got lost; 0: never.
 */
export function createPersonCreator(
  service: Service,
  persons: PersonStore,
  ownWebhook: () => OwnWebhook | undefined,
  first_look_ms: number,
  onError: (error: unknown) => void,
): PersonCreator {
  return {
    async create(country, person, options) {
      const relayed = await service.createPerson(
        country,
        withWebhook(person, ownWebhook()),
        options,
      );
      const person_id = idIn(relayed.value);
      const now = Date.now();
      // A caller with a webhook of its own is told there, and not by us.
      const isOurs = person.webhook_url === undefined && first_look_ms > 0;
      // The person exists whatever happens here: an error would have it created a second time.
      if (person_id !== undefined)
        await persons
          .remember(person_id, country, now, isOurs ? now + first_look_ms : null)
          .catch(onError);
      return relayed;
    },
  };
}

/** A caller that names its own address keeps its own headers: our secret goes to our address only. */
function withWebhook(person: PersonCreation, webhook: OwnWebhook | undefined): PersonCreation {
  if (!webhook || person.webhook_url !== undefined) return person;
  return {
    webhook_details: true,
    ...person,
    webhook_url: webhook.url,
    webhook_headers: { ...person.webhook_headers, [webhook.header]: webhook.secret },
  };
}

/** The answer's shape is not documented: a bare string has been seen, an object is likely. */
function idIn(value: unknown): string | undefined {
  const id = isRecord(value) ? (value['person_id'] ?? value['id']) : value;
  return typeof id === 'string' ? id : undefined;
}
