import type { PersonCreation } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { PersonCreator } from './create-person.ts';
import type { Service } from '../upstream/service.ts';
import { answers, AsTheServiceAnswered } from '../plugins/answer-shapes.ts';
import type { App } from '../plugins/app-type.ts';
import type { Authenticate } from '../auth/auth.ts';
import { BACKEND, CountryParams, CountryPersonParams, RelayedBody } from '../plugins/shapes.ts';

/** Persons and their reports, relayed. */
export function personRoutes(
  app: App,
  parts: { authenticate: Authenticate; service: Service; persons: PersonCreator },
): void {
  const { authenticate, service, persons } = parts;
  const common = { tags: ['back end'], security: BACKEND };

  app.post(
    '/:country_code/persons',
    {
      onRequest: authenticate.backend,
      schema: {
        ...common,
        summary: 'Create a person; without a webhook_url the proxy’s own is filled in',
        params: CountryParams,
        body: RelayedBody,
        response: answers(
          { 200: AsTheServiceAnswered },
          ...([
            'unauthorized',
            'country-not-found',
            'validation-failed',
            'service-answer-unusable',
            'service-unavailable',
          ] as const),
        ),
      },
    },
    async (request, reply) => {
      const { country_code } = request.params;
      const key = request.headers['idempotency-key'];
      const created = await persons.create(country_code, request.body as PersonCreation, {
        idempotency_key: typeof key === 'string' ? key : undefined,
      });
      const { status, text, value } = created;
      if (text === undefined)
        throw new ProblemError('service-answer-unusable', {
          detail: `The service answered ${status}, so the person exists, but the answer broke off`,
        });
      // Its shape is not documented: an identifier in plain text is passed on as what it is.
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
          ...common,
          summary,
          params: CountryPersonParams,
          response: answers(
            { 200: AsTheServiceAnswered },
            ...([
              'unauthorized',
              'country-not-found',
              'record-not-found',
              'service-unavailable',
            ] as const),
          ),
        },
      },
      async (request, reply) => {
        const { country_code, person_id } = request.params;
        const found = await lookUp(country_code, person_id);
        return reply.code(found.status).type('application/json').send(found.text);
      },
    );
}
