import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { createStores, SEALED } from './stores.ts';
import { wallClock } from '../src/shared/clock.ts';
import type { Channel, ChannelOutcome } from '../src/submissions/channels/channel.ts';
import { createOutbox } from '../src/outbox/outbox.ts';
import { formContext } from '../src/shared/sealer.ts';
import { StatusPoller } from '../src/polling/poller.ts';
import { SubmissionStore } from '../src/submissions/submission-store.ts';
import { SubmissionWorker } from '../src/submissions/send-with-retries.ts';
import { Jobs } from '../src/db/jobs.ts';
import type { Database } from '../src/db/database.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import type { Service } from '../src/upstream/service.ts';
import { recordOf } from './record-of.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const CONFIRM_WITHIN_MS = 15 * MINUTE;
const SECRET = 'a-secret-of-at-least-thirty-two-characters';
export const UNKNOWN: ChannelOutcome = { kind: 'unknown' };
/** Turns of the event loop in which everything that is due at one moment is done. */
const TURNS = 12;
const START = Date.parse('2026-01-01T00:00:00Z');

const OUTBOX = { clock: wallClock, sender: undefined, onSent: () => {} };

/** A proxy whose service responds as `service` says. */
export async function startService(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now: START });
  t.mock.method(performance, 'now', () => Date.now() - START);
  const db = openSqlite(':memory:');
  await db.migrate();
  const errors: unknown[] = [];
  const alerts: string[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  /** Seconds since the start of each try, by person. */
  const tries: Record<string, number[]> = {};
  /** Seconds since the start of each poll. */
  const polls: number[] = [];
  const service = {
    outcome: (_person_id: string): ChannelOutcome | Promise<ChannelOutcome> => UNKNOWN,
    poll: () => {},
    status: 'CREATED',
    hostOf: (_person_id: string) => 'forms.example',
  };
  const now = () => Math.round((Date.now() - START) / SECOND);
  const upstream = {
    listPrecandidates: async (person_id: string) => {
      polls.push(now());
      service.poll();
      const value = [recordOf(person_id, service.status)];
      return { status: 200, text: '', value, requested_at: Date.now() };
    },
  } as unknown as Service;
  const stores = createStores(db);
  const { formNotifications } = stores;
  stores.submissions = new SubmissionStore(db, formNotifications);
  const outbox = createOutbox({ ...stores, ...OUTBOX, onError });
  const poller = new StatusPoller({
    ...stores,
    clock: wallClock,
    service: upstream,
    outbox,
    roomForPolls: () => 100,
    metrics: { poll: () => {} },
    deadlineMs: undefined,
    onBackgroundError: onError,
  });
  const channel: Channel = {
    name: 'form',
    maxTriesUnknown: Infinity,
    refusalOf: () => undefined,
    hostOf: ({ person_id }) => service.hostOf(person_id),
    send: async ({ person_id }: { person_id: string }) => {
      (tries[person_id] ??= []).push(now());
      return service.outcome(person_id);
    },
  };
  t.after(() => db.close());

  const parts = {
    store: stores.submissions,
    forms: stores.forms,
    formNotifications,
    poller,
    pollSchedule: stores.pollSchedule,
    outbox,
    clock: wallClock,
    sealer: plainSealer(SECRET),
    channel,
    log: { error: (message: string) => alerts.push(message) },
    confirmWithinMs: CONFIRM_WITHIN_MS,
    onUnreadable: () => alerts.push('unreadable'),
    onError,
  };
  return {
    db,
    tries,
    polls,
    service,
    channel,
    parts,
    errors,
    alerts,
    stores,
    /** A process that sends. */
    async start(secret = SECRET, own: Channel = channel) {
      const jobs = new Jobs(db, wallClock);
      const sealer = plainSealer(secret);
      const worker = new SubmissionWorker({ ...parts, jobs, sealer, channel: own });
      await worker.start();
      return worker;
    },
    /** A stored submission that a 202 was returned for. */
    async begin(person_id: string) {
      await stores.pollSchedule.remember(person_id, Date.now());
      await poller.pollNow(person_id);
      const form = await stores.forms.find(person_id, `form-${person_id}`);
      assert.ok(form);
      const sealed = await plainSealer(SECRET).seal('{"a":"x"}', formContext(form));
      const begun = await stores.submissions.begin(form, { ...SEALED, sealed }, Date.now());
      assert.ok(begun && (await stores.submissions.acknowledge(begun)));
      return begun;
    },
    find: async (person_id: string) => {
      const form = await stores.forms.find(person_id, `form-${person_id}`);
      assert.ok(form);
      return form;
    },
    failures: () => reasonsIn(db),
  };
}

/** Encrypts nothing: encryption ends in a thread, whose time the test does not replace. */
const plainSealer = (secret: string) => ({
  seal: async (data: Uint8Array | string, context: string) =>
    Buffer.from(JSON.stringify([secret, context, Buffer.from(data).toString()])),
  open: async (sealed: Uint8Array, context: string) => {
    const stored = JSON.parse(Buffer.from(sealed).toString()) as string[];
    const [usedSecret, usedContext, text] = stored;
    if (usedSecret !== secret || usedContext !== context) throw new Error('another secret');
    return Buffer.from(text ?? '');
  },
});

/** Why submissions failed, by the events for the back end. */
async function reasonsIn(db: Database): Promise<string[]> {
  const events = await db.query<{ body: string }>(
    `select body from deliveries where type = 'precandidate.submission_failed'`,
  );
  return events.map(({ body }) => (JSON.parse(body) as { data: { reason: string } }).data.reason);
}

/** Lets `ms` pass in steps of a second or more, with everything that happens in them. */
export async function pass(t: TestContext, ms: number, stepMs = SECOND): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
    t.mock.timers.tick(Math.min(stepMs, leftMs));
    for (let turns = 0; turns < TURNS; turns += 1) await turn();
  }
}
