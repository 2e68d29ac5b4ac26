import type { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import { Type } from 'typebox';
import type { Settings } from '../config/settings.ts';
import { sessionOf } from '../auth/authenticate.ts';
import type { FormRow } from '../forms/form-store.ts';
import type { CreatePerson } from '../persons/plugin.ts';
import {
  FormParams,
  listFilter,
  listQuery,
  RelayedBody,
  SnapshotSchema,
} from '../http/route-schemas.ts';
import type { App } from '../http/app-type.ts';
import { browserRoutes } from '../http/cors.ts';
import type { ProblemError } from '../shared/problem-error.ts';
import { type Channel, handoffChannel } from './channels/channel.ts';
import { createFormChannel, originsOutside } from './channels/form-channel.ts';
import { createPersonChannel } from './channels/person-channel.ts';
import { cachedFor } from '../observability/metrics.ts';
import { AnswerReceiver } from './receive-answers.ts';
import { createSubmissionOperations, type SubmissionOperations } from './submission-operations.ts';
import {
  LISTED_STATES,
  listedSubmission,
  SubmissionsSchema,
  SubmissionStore,
} from './submission-store.ts';
import { SubmissionWorker } from './send-with-retries.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Why a submission of the form could not be sent, before the candidate fills it in. */
    refusalOf(form: FormRow): ProblemError | undefined;
    /** Origins of open forms that `FORM_HOSTS` does not allow. */
    formUrlsOutside(): Promise<string[]>;
  }
}

const OUTSIDE_MS = 60_000;

/** Receives a candidate's data, stores it, and brings it to the service. */
export const submissions = fp(
  async (app: App) => {
    const { clock, forms, formNotifications, jobs, log, metrics, outbox, poller } = app;
    const { deadlineMs, pollSchedule, revocations, schemas, sealer, settings, validator } = app;
    const channel = createChannel(app);
    const store = new SubmissionStore(app.db, formNotifications);
    const shared = { store, channel, forms, poller, pollSchedule, sealer, clock };
    const worker = new SubmissionWorker({
      ...shared,
      jobs,
      outbox,
      log,
      confirmWithinMs: settings.CONFIRM_WITHIN_SECONDS * 1_000,
      onUnreadable: metrics.submissionUnreadable,
      onError: app.onBackgroundError,
    });
    app.decorate('refusalOf', (form) => (channel.send ? channel.refusalOf(form) : undefined));
    app.decorate(
      'formUrlsOutside',
      // Not why a process is not ready: an error would be cached, too.
      cachedFor(OUTSIDE_MS, () => originsOutside(app.db, settings).catch(() => [])),
    );
    const receiver = new AnswerReceiver(schemas, validator);
    const operations = createSubmissionOperations({
      ...shared,
      formNotifications,
      receiver,
      revocations,
      deadlineMs,
    });
    app.register(submissionRoute, { operations });
    app.register(operatorRoutes, { operations });
    app.addHook('onReady', () => worker.start());
    // Not earlier: requests in flight wait for their sends.
    app.addHook('onClose', async () => {
      await worker.stop();
      await channel.close?.();
    });
  },
  { name: 'submissions', dependencies: ['schemas', 'polling', 'persons'] },
);

interface ChannelParts {
  settings: Settings;
  createPerson: CreatePerson;
}

function createChannel({ settings, createPerson }: ChannelParts): Channel {
  switch (settings.SUBMISSION_CHANNEL) {
    case 'form':
      return createFormChannel(settings);
    case 'person':
      return createPersonChannel(createPerson);
    case 'handoff':
      return handoffChannel;
  }
}

const Headers = Type.Object({
  'idempotency-key': Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }),
  'precandidate-schema': Type.Optional(
    Type.String({ description: 'The ETag of the schema that the data was filled in with' }),
  ),
});

const SUBMISSION_PROBLEMS = [
  'idempotency-key-missing',
  'idempotency-key-reused',
  'form-not-found',
  'form-host-not-allowed',
  'malformed-body',
  'invalid-request',
  'body-too-large',
  'media-type-unsupported',
  'validation-failed',
  'submission-refused',
  'submission-in-progress',
  'already-submitted',
  'hosted-form-refused',
  'service-busy',
  'service-unavailable',
] as const;

interface RouteParts {
  operations: SubmissionOperations;
}

/** `POST /precandidate/{person_id}/submission/{form_id}`: 200 when settled, 202 while `sending`. */
async function submissionRoute(app: App, { operations }: RouteParts): Promise<void> {
  await app.register(browserRoutes);
  // The handler gets the body as a stream: how large it may be depends on the form.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (_request, stream, done) => done(null, stream));
  app.post(
    '/precandidate/:person_id/submission/:form_id',
    {
      onRequest: app.authenticate.session,
      schema: {
        summary: 'Submit the form',
        params: FormParams,
        headers: Headers,
        body: RelayedBody,
        returns: { 200: SnapshotSchema, 202: SnapshotSchema },
        problems: SUBMISSION_PROBLEMS,
      },
    },
    async (request, reply) => {
      const length = request.headers['content-length'];
      const snapshot = await operations.submit({
        session: sessionOf(request),
        schemaEtag: request.headers['precandidate-schema'],
        idempotencyKey: request.headers['idempotency-key'],
        body: {
          bytes: length === undefined ? undefined : Number(length),
          stream: request.body as Readable,
        },
      });
      return reply.code(snapshot.state === 'sending' ? 202 : 200).send(snapshot);
    },
  );
}

/** `GET /submissions` and `POST /submissions/{person_id}/{form_id}/retry`, for operators. */
async function operatorRoutes(app: App, { operations }: RouteParts): Promise<void> {
  app.get(
    '/submissions',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary:
          'Submissions that wait for delivery, a confirmation, or an operator, newest first; refused ones by state',
        querystring: listQuery(LISTED_STATES),
        returns: { 200: SubmissionsSchema },
      },
    },
    async (request) => {
      const pending = await operations.list(listFilter(request.query));
      return { submissions: pending.map(listedSubmission) };
    },
  );

  app.post(
    '/submissions/:person_id/:form_id/retry',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Deliver a stored submission again',
        params: FormParams,
        returns: { 202: SnapshotSchema },
        problems: ['form-not-found', 'already-submitted', 'submission-not-stored'],
      },
    },
    async (request, reply) => {
      const { person_id, form_id } = request.params;
      return reply.code(202).send(await operations.retry(person_id, form_id));
    },
  );
}
