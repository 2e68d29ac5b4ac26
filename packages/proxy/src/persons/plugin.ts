import fp from 'fastify-plugin';
import type { PersonCreation } from 'precandidate-contract';
import { keepFormsMs, type Settings } from '../config/settings.ts';
import {
  ServiceResponse,
  CountryParams,
  CountryPersonParams,
  RelayedBody,
} from '../plugins/route-schemas.ts';
import type { App } from '../plugins/app-type.ts';
import { isJsonObject } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';
import type { CallOptions } from '../upstream/service-client.ts';
import { createPersonStore, type PersonStore } from './person-store.ts';
import { createReconciliation } from './reconciliation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    createPerson: CreatePerson;
    /** What a webhook needs of the persons: whether its completion was relayed. */
    completedPersons: Pick<PersonStore, 'noteWebhook' | 'relayedCompletion'>;
  }
}

/** Creates persons at the service, and finds completions whose webhook got lost. */
export const persons = fp(
  async (app: App) => {
    const store = createPersonStore(app.db);
    const reconciliation = createReconciliation(app, store);
    app.decorate('createPerson', personCreator(app, store));
    app.decorate('completedPersons', store);
    app.housekeeping.add(async (now) => ({
      persons: await store.purge(now - keepFormsMs(app.settings)),
    }));
    personRoutes(app);
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'persons', dependencies: ['relay', 'auth'] },
);

/** Persons and their reports, relayed. */
function personRoutes(app: App): void {
  const { authenticate, service } = app;

  app.post(
    '/:country_code/persons',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Create a person; without a webhook_url the proxy’s own is filled in',
        params: CountryParams,
        body: RelayedBody,
        returns: { 200: ServiceResponse },
        problems: [
          'country-not-found',
          'validation-failed',
          'service-answer-unusable',
          'service-unavailable',
        ],
      },
    },
    async (request, reply) => {
      const { country_code } = request.params;
      const key = request.headers['idempotency-key'];
      const created = await app.createPerson(country_code, request.body as PersonCreation, {
        idempotencyKey: typeof key === 'string' ? key : undefined,
      });
      const { status, text, value } = created;
      if (text === undefined)
        throw new ProblemError('service-answer-unusable', {
          detail: `The service answered ${status}, so the person exists, but the answer broke off`,
        });
      // The response's shape is not documented; it can be a bare identifier in plain text.
      const type = value === undefined ? 'text/plain' : 'application/json';
      return reply.code(status).type(`${type}; charset=utf-8`).send(text);
    },
  );

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
          problems: ['country-not-found', 'record-not-found', 'service-unavailable'],
        },
      },
      async (request, reply) => {
        const { country_code, person_id } = request.params;
        const found = await lookUp(country_code, person_id);
        return reply.code(found.status).type('application/json').send(found.text);
      },
    );
}

export type CreatePerson = ReturnType<typeof personCreator>;

/** Creates persons at the service and remembers them for reconciliation. */
function personCreator(app: App, store: PersonStore) {
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
      await store
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
