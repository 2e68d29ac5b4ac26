import type { Settings } from '../config/settings.ts';
import type { App } from '../http/app-type.ts';
import type { Clock } from '../shared/clock.ts';
import { isJsonObject, parseExactly, parseJson } from '../shared/json.ts';
import type { Service } from '../upstream/service.ts';
import type { CreationOptions } from '../upstream/service-client.ts';

export type CreatePerson = ReturnType<typeof createPersonCreator>;

/** `candidate_id`: the candidate whose data creates the person. */
type PersonCreation = CreationOptions & { candidate_id?: string };

export interface CreatorParts {
  clock: Clock;
  expectCompletion: App['expectCompletion'];
  publicUrl: () => string;
  service: Pick<Service, 'createPerson'>;
  settings: Pick<Settings, 'RECONCILE_SECONDS' | 'WEBHOOK_HEADER' | 'WEBHOOK_SECRETS'>;
  onError: (error: unknown) => void;
}

/** Creates persons at the service and remembers them for reconciliation. */
export function createPersonCreator(parts: CreatorParts) {
  const { clock, expectCompletion, publicUrl, service, settings, onError } = parts;
  const firstPollMs = settings.RECONCILE_SECONDS * 1_000;

  /**
   * Fills in the proxy's own webhook when `person`, JSON text, names none. Pass an `idempotencyKey` so
   * that the service can recognize a repeated creation.
   */
  return async (country: string, person: string, options?: PersonCreation) => {
    const { candidate_id, ...creation } = options ?? {};
    const hasWebhook = hasOwnWebhook(person);
    const relayed = await service.createPerson(
      country,
      hasWebhook ? person : withProxyWebhook(person, settings, publicUrl),
      creation,
    );
    const person_id = idIn(relayed.value);
    if (person_id === undefined) return relayed;
    const created_at = clock.now();
    // A caller's own webhook receives the completion, so it is not ours to find.
    const isOurs = !hasWebhook && firstPollMs > 0;
    const pollAt = isOurs ? created_at + firstPollMs : undefined;
    const created = { person_id, country_code: country, created_at, pollAt, candidate_id };
    // The person exists whatever happens here: an error would make the caller create another one.
    await expectCompletion(created).catch(onError);
    return relayed;
  };
}

/** `null` and an empty text are none: back ends send them for a field without a value. */
function hasOwnWebhook(person: string): boolean {
  const value = parseJson(person);
  return isJsonObject(value) && ![undefined, null, ''].includes(value['webhook_url'] as string);
}

/** A caller's own webhook keeps its headers: our secret goes to our address only. */
function withProxyWebhook(
  text: string,
  {
    WEBHOOK_SECRETS: [secret] = [],
    WEBHOOK_HEADER,
  }: Pick<Settings, 'WEBHOOK_HEADER' | 'WEBHOOK_SECRETS'>,
  publicUrl: () => string,
): string {
  if (secret === undefined) return text;
  const person = parseExactly(text);
  if (!isJsonObject(person)) return text;
  const { webhook_headers: headers } = person;
  // With two headers that differ in case only, both values would arrive as one, which is not our secret.
  const others = Object.entries(isJsonObject(headers) ? headers : {}).filter(
    ([name]) => name.toLowerCase() !== WEBHOOK_HEADER.toLowerCase(),
  );
  return JSON.stringify({
    webhook_details: true,
    ...person,
    webhook_url: `${publicUrl()}/webhooks/person-completed`,
    webhook_headers: { ...Object.fromEntries(others), [WEBHOOK_HEADER]: secret },
  });
}

/** The response is not documented: a bare string has been seen, an object is likely. */
function idIn(value: unknown): string | undefined {
  const id = isJsonObject(value) ? (value['person_id'] ?? value['id']) : value;
  return typeof id === 'string' ? id : undefined;
}
