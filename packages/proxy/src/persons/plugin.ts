import fp from 'fastify-plugin';
import { keepFormsMs, type Settings } from '../config/settings.ts';
import {
  ServiceResponse,
  CountryParams,
  CountryPersonParams,
  RelayedBody,
} from '../plugins/route-schemas.ts';
import { jsonTextOf, keepJsonTexts } from '../plugins/relayed-bodies.ts';
import type { App } from '../plugins/app-type.ts';
import { endOf } from '../plugins/request-end.ts';
import type { Statement } from '../db/database.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { Clock } from '../shared/clock.ts';
import { isJsonObject, parseExactly, parseJson } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';
import type { Service } from '../upstream/service.ts';
import type { CallOptions } from '../upstream/service-client.ts';
import { createPersonStore, type PersonStore } from './person-store.ts';
import { type Completion, polledEventId, resultDigest } from './read-completion.ts';
import { createReconciliation } from './reconciliation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    createPerson: CreatePerson;
    /**
     * For the transaction that stores a webhook: polling does not tell its result again, and an event
     * of the same result that polling found and that was not sent yet is withdrawn.
     */
    resultTold(person_id: string, webhook: Completion['data']): Statement[];
  }
}

/** Creates persons at the service, and finds completions whose webhook got lost. */
export const persons = fp(
  async (app: App) => {
    const { clock, db, jobs, onBackgroundError: onError, publicUrl, roomForPolls, service } = app;
    const { outbox, settings } = app;
    const store = createPersonStore(db);
    const reconciliation = createReconciliation({
      clock,
      jobs,
      outbox,
      persons: store,
      service,
      roomForPolls,
      settings,
      onError,
    });
    const creator = personCreator({ clock, store, publicUrl, service, settings, onError });
    app.decorate('createPerson', creator);
    app.decorate('resultTold', createResultTold({ clock, store, outbox }));
    app.housekeeping.add(async (now) => ({
      persons: await store.purge(now - keepFormsMs(settings)),
    }));
    // In a scope of its own, because of its body parser.
    app.register(async (scope: App) => createRoute(scope));
    lookUpRoutes(app);
    app.addHook('onReady', () => reconciliation.start());
    app.addHook('onClose', () => reconciliation.stop());
  },
  { name: 'persons', dependencies: ['relay', 'auth'] },
);

export function createResultTold({
  clock,
  store,
  outbox,
}: {
  clock: Clock;
  store: Pick<PersonStore, 'noteTold'>;
  outbox: Pick<Outbox, 'withdrawStatement'>;
}) {
  return (person_id: string, webhook: Completion['data']): Statement[] => {
    const result = resultDigest(person_id, webhook);
    return [
      store.noteTold(person_id, result, clock.now()),
      outbox.withdrawStatement(polledEventId(result)),
    ];
  };
}

/** `POST /{country_code}/persons`: relayed, with the proxy's own webhook if it names none. */
function createRoute(app: App): void {
  const { authenticate, createPerson } = app;
  keepJsonTexts(app);

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
      // A person whose completion cannot be found is not created.
      await app.databaseReady();
      const { country_code } = request.params;
      const key = request.headers['idempotency-key'];
      const created = await createPerson(country_code, jsonTextOf(request), {
        idempotencyKey: typeof key === 'string' ? key : undefined,
        signal: endOf(reply),
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
}

/** A person and its reports, relayed. */
function lookUpRoutes(app: App): void {
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
          problems: ['country-not-found', 'record-not-found', 'service-unavailable'],
        },
      },
      async (request, reply) => {
        const { country_code, person_id } = request.params;
        const found = await lookUp(country_code, person_id, { signal: endOf(reply) });
        return reply.code(found.status).type('application/json').send(found.text);
      },
    );
}

/** Longer than a read may take: after a time-out, nobody knows whether the person exists. */
const CREATION_TIMEOUT_MS = 30_000;

export type CreatePerson = ReturnType<typeof personCreator>;

export interface CreatorDependencies {
  clock: Clock;
  store: Pick<PersonStore, 'remember'>;
  publicUrl: () => string;
  service: Pick<Service, 'createPerson'>;
  settings: Pick<Settings, 'RECONCILE_SECONDS' | 'WEBHOOK_HEADER' | 'WEBHOOK_SECRETS'>;
  onError: (error: unknown) => void;
}

/** Creates persons at the service and remembers them for reconciliation. */
function personCreator(dependencies: CreatorDependencies) {
  const { clock, store, publicUrl, service, settings, onError } = dependencies;
  const firstPollMs = settings.RECONCILE_SECONDS * 1_000;

  /**
   * Fills in the proxy's own webhook when `person`, JSON text, names none. Pass an `idempotencyKey` so
   * that the service can recognize a repeated creation.
   */
  return async (country: string, person: string, options?: CallOptions) => {
    const hasWebhook = hasOwnWebhook(person);
    const relayed = await service.createPerson(
      country,
      hasWebhook ? person : withProxyWebhook(person, settings, publicUrl),
      { timeoutMs: CREATION_TIMEOUT_MS, ...options },
    );
    const person_id = idIn(relayed.value);
    const now = clock.now();
    // A caller's own webhook receives the completion, so it is not ours to find.
    const isOurs = !hasWebhook && firstPollMs > 0;
    // The person exists whatever happens here: an error would make the caller create another one.
    if (person_id !== undefined)
      await store
        .remember(person_id, country, now, isOurs ? now + firstPollMs : undefined)
        .catch(onError);
    return relayed;
  };
}

function hasOwnWebhook(person: string): boolean {
  const value = parseJson(person);
  return isJsonObject(value) && value['webhook_url'] !== undefined;
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
  return JSON.stringify({
    webhook_details: true,
    ...person,
    webhook_url: `${publicUrl()}/webhooks/person-completed`,
    webhook_headers: { ...(isJsonObject(headers) && headers), [WEBHOOK_HEADER]: secret },
  });
}

/** The response is not documented: a bare string has been seen, an object is likely. */
function idIn(value: unknown): string | undefined {
  const id = isJsonObject(value) ? (value['person_id'] ?? value['id']) : value;
  return typeof id === 'string' ? id : undefined;
}
