import { describeError } from '../plugins/describe-error.ts';
import type { App } from '../plugins/app-type.ts';
import { createAuthenticate } from '../plugins/authenticate.ts';
import { createChannel } from '../submissions/channels/create-channel.ts';
import { createCityLists } from '../locodes/city-lists.ts';
import { createDraftKeys } from '../sessions/draft-keys.ts';
import { createFormChanges } from '../status/form-changes.ts';
import { createFormSchemas } from '../schemas/form-schemas.ts';
import { createHousekeeping } from '../db/housekeeping.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { createOutbox } from '../relay/outbox.ts';
import { createSealer } from '../submissions/sealer.ts';
import { createSessionRevocations } from '../sessions/session-revocations.ts';
import { createSessionTokens } from '../sessions/session-tokens.ts';
import { createSubmissionDelivery } from '../submissions/submission-delivery.ts';
import { createSubmissions } from '../submissions/submissions.ts';
import { createWebhookIntake } from '../webhooks/webhook-intake.ts';
import type { Settings } from '../config/setting-list.ts';
import { createCityFolder } from '../locodes/city-folder.ts';
import { createCityTable } from '../locodes/city-store.ts';
import type { Database } from '../db/database.ts';
import { createFormValidator } from '../submissions/form-validator.ts';
import { createDrawing } from '../bootstrap/create-drawing.ts';
import { createStatusPoller } from '../status/poller.ts';
import { createPollInterval } from '../status/poll-interval.ts';
import { createOutside } from '../upstream/create-outside.ts';
import { createPersons } from '../persons/create-persons.ts';
import { createStores } from './create-stores.ts';
import { createLiveUpdates } from '../status/live-updates.ts';
import { agesOf } from '../db/ages-of.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What the parts are made with. */
export interface Ground {
  db: Database;
  app: App;
  metrics: Metrics;
  /** Where the service reaches us; known once we listen. */
  public_url: () => string;
}

/** Everything that is neither a route nor a setting, put together once. */
export type Parts = Awaited<ReturnType<typeof compose>>;

export async function compose(settings: Settings, { db, app, metrics, public_url }: Ground) {
  const onError = (error: unknown): void =>
    app.log.error(describeError(error), 'background work failed');
  const watch_ms = settings.WATCH_DAYS * DAY_MS;
  const stores = createStores(db);
  // The embedded database has no other process: what is claimed at the start is nobody's.
  const isAlone = db.engine === 'sqlite';
  const outside = createOutside(settings, stores, metrics, onError);
  const { service, formClient, relays } = outside;
  const tokens = await createSessionTokens(settings.SESSION_SECRETS);
  const sealer = createSealer(settings.SESSION_SECRETS);
  const validator = createFormValidator();

  const outbox = createOutbox(stores, relays, onError, isAlone);
  const changes = createFormChanges(db, stores.forms, onError);
  const interval = createPollInterval(
    stores.shown,
    changes,
    {
      minMs: settings.POLL_MIN_SECONDS * 1_000,
      maxMs: settings.POLL_MAX_SECONDS * 1_000,
      requestsPerSecond: settings.UPSTREAM_RPS,
    },
    onError,
  );
  const poller = createStatusPoller(
    { ...stores, service, changes, outbox, interval, metrics, onError },
    watch_ms,
  );
  const { persons, completions } = createPersons(settings, {
    stores,
    service,
    outbox,
    public_url,
    watch_ms,
    onError,
  });
  const channel = createChannel(settings, formClient, persons);
  const onSchemas = { changes: metrics.schemaChanges, asked: validator.warm };
  const schemas = createFormSchemas(service, stores.prefills, sealer, onSchemas);
  const common = {
    ...stores,
    schemas,
    validator,
    sealer,
    channel,
    poller,
    changes,
    outbox,
    onError,
  };
  const delivery = createSubmissionDelivery(common, isAlone);
  const revocations = createSessionRevocations(stores.revocations, onError, isAlone);
  const updates = createLiveUpdates(changes, revocations, {
    channel: channel.name,
    maxConnections: settings.MAX_STREAMS,
  });
  const housekeeping = createHousekeeping(
    { ...stores, db, metrics, onError, warn: (message) => app.log.warn(message) },
    agesOf(settings),
  );
  const workers = [completions, outbox, interval, poller, delivery, revocations, housekeeping];
  const cities =
    db.engine === 'postgres' ? createCityTable(db) : createCityFolder(settings.DATA_DIR);
  const cityLists = createCityLists(cities);
  const submissions = createSubmissions({ ...common, delivery });
  const { endDrawing, ...drawing } = createDrawing(
    { ...common, tokens, metrics },
    settings,
    public_url,
  );

  return {
    database: db,
    cityLists,
    stores,
    service,
    schemas,
    persons,
    outbox,
    poller,
    updates,
    revocations,
    draftKeys: createDraftKeys(settings.SESSION_SECRETS),
    channel: channel.name,
    authenticate: createAuthenticate(settings, { tokens, revocations }),
    submissions,
    ...drawing,
    intake: createWebhookIntake({ ...common, ...stores, metrics }),

    async start(): Promise<void> {
      await changes.start();
      for (const worker of workers) await worker.start();
    },
    /** Nothing is lost by it: what is under way is durable, and goes on at the next start. */
    async stop(): Promise<void> {
      changes.stop();
      await outside.close();
      await Promise.all(workers.map((worker) => worker.stop()));
      await validator.close();
      await endDrawing();
      await db.close();
    },
  };
}
