import { describeError } from './describe-error.ts';
import type { App } from './routes/app-type.ts';
import { createAuthenticate } from './routes/authenticate.ts';
import { createStatusStreams } from './routes/browser/status-streams.ts';
import { createChannel } from './services/channels/create-channel.ts';
import { createCompletionCheck } from './services/completion-check.ts';
import { createFormChanges } from './services/form-changes.ts';
import { createFormSchemas } from './services/form-schemas.ts';
import { createHousekeeping } from './services/housekeeping.ts';
import type { Metrics } from './services/metrics.ts';
import { createOutbox } from './services/outbox.ts';
import { createPersonCreator } from './services/person-creator.ts';
import { createRelay } from './services/relay.ts';
import { createSealer } from './services/sealer.ts';
import { createSessionTokens } from './services/session-tokens.ts';
import { createSessions } from './services/sessions.ts';
import { createStatusWatch } from './services/status-watch.ts';
import { createSubmissionDelivery } from './services/submission-delivery.ts';
import { createSubmissions } from './services/submissions.ts';
import { createWebhookIntake } from './services/webhook-intake.ts';
import type { Settings } from './settings/setting-list.ts';
import type { Database } from './store/database.ts';
import { createDeliveryStore } from './store/delivery-store.ts';
import { createFormStore } from './store/form-store.ts';
import { createGateStore } from './store/gate-store.ts';
import { createPersonStore } from './store/person-store.ts';
import { createPrefillStore } from './store/prefill-store.ts';
import { createSubmissionStore } from './store/submission-store.ts';
import { createWatchStore } from './store/watch-store.ts';
import { createFormClient } from './upstream/form-client.ts';
import { createRequestGate } from './upstream/request-gate.ts';
import { createService } from './upstream/service.ts';
import { createServiceClient } from './upstream/service-client.ts';
import { createFormValidator } from './validation/form-validator.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Everything that is neither a route nor a setting, put together once. */
export type Parts = Awaited<ReturnType<typeof compose>>;

export async function compose(
  settings: Settings,
  {
    db,
    app,
    metrics,
    public_url,
  }: { db: Database; app: App; metrics: Metrics; public_url: () => string },
) {
  const onError = (error: unknown): void =>
    app.log.error(describeError(error), 'background work failed');
  const stores = {
    forms: createFormStore(db),
    submissions: createSubmissionStore(db),
    watches: createWatchStore(db),
    deliveries: createDeliveryStore(db),
    prefills: createPrefillStore(db),
    persons: createPersonStore(db),
  };
  const { forms, submissions, watches, prefills } = stores;
  const watch_ms = settings.WATCH_DAYS * DAY_MS;

  const gate = createRequestGate(createGateStore(db), settings.UPSTREAM_RPS);
  const client = createServiceClient(
    settings.UPSTREAM_URL,
    settings.UPSTREAM_API_KEY,
    gate,
    metrics.upstreamCall,
  );
  const formClient = createFormClient();
  const service = createService(client);
  const sealer = createSealer(settings.SESSION_SECRETS);
  const tokens = await createSessionTokens(settings.SESSION_SECRETS);
  const validator = createFormValidator();
  const schemas = createFormSchemas(service, prefills, sealer, metrics.schemaChanges);

  const check =
    settings.WEBHOOK_VERIFY === 'reread'
      ? createCompletionCheck(service, stores.persons)
      : undefined;
  const relay = createRelay(settings, check);
  const outbox = createOutbox(stores.deliveries, relay?.send, onError);
  const changes = createFormChanges(db, forms, onError);
  const watch = createStatusWatch(
    { forms, watches, service, changes, outbox, onError },
    {
      min_ms: settings.POLL_MIN_SECONDS * 1_000,
      max_ms: settings.POLL_MAX_SECONDS * 1_000,
      watch_ms,
    },
  );
  const persons = createPersonCreator(service, stores.persons, () =>
    ownWebhook(settings, public_url()),
  );
  const channel = createChannel(settings, formClient, persons);
  const delivery = createSubmissionDelivery({
    forms,
    submissions,
    sealer,
    channel,
    watch,
    changes,
    onError,
  });
  const housekeeping = createHousekeeping(stores, watch_ms * 2, onError);
  const streams = createStatusStreams(changes, channel.name, settings.MAX_STREAMS);
  const workers = [outbox, watch, delivery, housekeeping];

  return {
    stores,
    service,
    schemas,
    persons,
    outbox,
    watch,
    changes,
    streams,
    channel: channel.name,
    authenticate: createAuthenticate(settings.BACKEND_KEYS, tokens, settings.ALLOWED_ORIGINS),
    sessions: createSessions({
      tokens,
      schemas,
      validator,
      prefills,
      sealer,
      watch,
      allowed_origins: settings.ALLOWED_ORIGINS,
    }),
    submissions: createSubmissions({
      submissions,
      schemas,
      validator,
      sealer,
      channel,
      watch,
      delivery,
    }),
    intake: createWebhookIntake(outbox, watch, onError),

    async start(): Promise<void> {
      await changes.start();
      for (const worker of workers) await worker.start();
    },
    /** Nothing is lost by it: what is under way is durable, and goes on at the next start. */
    async stop(): Promise<void> {
      streams.close();
      // What the workers wait for is broken off first: it counts as unknown, and is looked up later.
      await Promise.all([client.close(), formClient.close(), relay?.close()]);
      await Promise.all(workers.map((worker) => worker.stop()));
      await validator.close();
      await db.close();
    },
  };
}

function ownWebhook(settings: Settings, public_url: string) {
  const [secret] = settings.WEBHOOK_SECRETS ?? [];
  if (secret === undefined) return undefined;
  return {
    url: `${public_url}/webhooks/person-completed`,
    header: settings.WEBHOOK_HEADER,
    secret,
  };
}
