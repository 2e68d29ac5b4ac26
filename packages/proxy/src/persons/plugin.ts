import fp from 'fastify-plugin';
import type { Settings } from '../config/settings.ts';
import {
  ServiceResponse,
  CountryParams,
  CountryPersonParams,
  RelayedBody,
  SERVICE_PROBLEMS,
} from '../http/route-schemas.ts';
import type { App } from '../http/app-type.ts';
import { creationOptions } from '../http/request-log.ts';
import { identifierIn, isJsonObject, parseExactly, parseJson } from '../shared/json.ts';
import { createdUnread } from '../upstream/service.ts';
import type { CreationOptions } from '../upstream/service-client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    createPerson: CreatePerson;
  }
}

/** Creates persons at the service and reads them. */
export const persons = fp(
  async (app: App) => {
    app.decorate('createPerson', createPersonCreator(app));
    app.register(creationRoute);
    app.register(lookUpRoutes);
  },
  { name: 'persons', dependencies: ['webhooks'] },
);

/** `POST /{country_code}/persons`: relayed, with the proxy's own webhook if it names none. */
async function creationRoute(app: App): Promise<void> {
  const { authenticate, createPerson, databaseReady } = app;

  app.post(
    '/:country_code/persons',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Create a person; without a webhook_url the proxy’s own is filled in',
        params: CountryParams,
        body: RelayedBody,
        returns: { 200: ServiceResponse, 201: ServiceResponse },
        problems: ['country-not-found', 'validation-failed', ...SERVICE_PROBLEMS],
      },
    },
    async (request, reply) => {
      // A person whose completion cannot be found is not created.
      await databaseReady();
      const { country_code } = request.params;
      const options = creationOptions(request, reply);
      const created = await createPerson(country_code, request.jsonText, options);
      const { status, text, value } = created;
      if (text === undefined) throw createdUnread(created);
      // The response's shape is not documented; it can be a bare identifier in plain text.
      const type = value === undefined ? 'text/plain' : 'application/json';
      return reply.code(status).type(`${type}; charset=utf-8`).send(text);
    },
  );
}

/** A person and its reports, relayed. */
async function lookUpRoutes(app: App): Promise<void> {
  const { authenticate, service } = app;
  const lookUps = [
    ['/:country_code/persons/:person_id/status', 'The person’s status', service.personStatus],
    ['/:country_code/reports/:person_id', 'The person’s reports', service.reports],
  ] as const;
  for (const [path, summary, lookUp] of lookUps)
    app.get(
      path,
      {
        onRequest: authenticate.backend,
        schema: {
          summary,
          params: CountryPersonParams,
          returns: { 200: ServiceResponse },
          problems: ['country-not-found', 'record-not-found', ...SERVICE_PROBLEMS],
        },
      },
      async (request, reply) => {
        const { country_code, person_id } = request.params;
        const found = await lookUp(country_code, person_id, { caller: 'backEnd' });
        return reply.code(found.status).type('application/json').send(found.text);
      },
    );
}

export type CreatePerson = ReturnType<typeof createPersonCreator>;

/** `candidate_id`: the candidate whose data creates the person. */
type PersonCreation = CreationOptions & { candidate_id?: string };

type CreatorParts = Pick<
  App,
  'clock' | 'expectCompletion' | 'publicUrl' | 'service' | 'settings' | 'onBackgroundError'
>;

/** Creates persons at the service and remembers them for reconciliation. */
function createPersonCreator({
  clock,
  expectCompletion,
  publicUrl,
  service,
  settings,
  onBackgroundError,
}: CreatorParts) {
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
    await expectCompletion(created).catch(onBackgroundError);
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
  return identifierIn(isJsonObject(value) ? (value['person_id'] ?? value['id']) : value);
}
