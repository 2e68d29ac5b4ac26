import { isTerminal } from 'precandidate-contract';
import { DAY_MS } from '../config/settings.ts';
import { createJobWorker, type Job, type NextRun } from '../db/jobs.ts';
import type { App } from '../plugins/app-type.ts';
import { isProblem, ProblemError, retryAfterOf } from '../shared/problem-error.ts';
import { LONGEST_READ_MS, responseWithinTime } from '../shared/within-time.ts';
import {
  type FormRow,
  isNews,
  observationOf,
  readRecords,
  type ServiceRecord,
} from '../forms/form-store.ts';
import type { CallOptions } from '../upstream/service-client.ts';
import { type PolledPerson, type PollInterval, POLLS, type PollSchedule } from './poll-schedule.ts';

/** A person whom the service does not know yet may be known soon, but not after this many polls. */
const MAX_POLLS_WITHOUT_RECORDS = 8;
/** Polls give way to people: they do not queue for the request budget. */
const MAX_WAIT_MS = 250;
/** Polls of this process that run at once. */
const CONCURRENCY = 100;
/** A person is not polled this long when the process that polls dies. */
const LEASE_MS = 3_000;
const STOP_GRACE_MS = 500;

export type StatusPoller = ReturnType<typeof createStatusPoller>;

/** Polls the service for the status of persons' forms, once for everyone who is interested. */
export function createStatusPoller(
  app: App,
  schedule: PollSchedule,
  interval: Pick<PollInterval, 'pauseMs' | 'openFormPauseMs'>,
) {
  const { forms, service, metrics } = app;
  const storeRecords = createRecordWriter(app);
  const longestReadMs = app.deadlineMs ?? LONGEST_READ_MS;
  const worker = createJobWorker<PolledPerson>(app.jobs, {
    queue: POLLS,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: schedule.load,
    run: poll,
    onError: app.onBackgroundError,
  });

  async function poll(person: PolledPerson, { runs }: Job): Promise<NextRun | undefined> {
    const { person_id } = person;
    const hasPolledLong = runs >= MAX_POLLS_WITHOUT_RECORDS;
    try {
      const after = await pollNow(person_id, { maxWaitMs: MAX_WAIT_MS });
      metrics.poll(after.hasNews ? 'news' : 'nothing');
      const isEmpty = after.forms.length === 0;
      const isOver = isEmpty ? hasPolledLong : after.forms.every(({ state }) => isTerminal(state));
      if (isOver || Date.now() > person.until_at) return undefined;
      const withoutNews = after.hasNews ? 0 : runs + 1;
      const dueAt = Date.now() + interval.pauseMs(withoutNews, person);
      return { dueAt, runs: withoutNews };
    } catch (error) {
      metrics.poll('failed');
      const isAbsent = hasPolledLong && isProblem(error, 'record-not-found');
      if (isAbsent && (await forms.ofPersons([person_id])).length === 0) return undefined;
      const waitMs = Math.max(retryAfterOf(error), interval.pauseMs(runs + 1, person));
      return { dueAt: Date.now() + waitMs };
    }
  }

  /** Reads the person's records from the service now, and stores and publishes what changed. */
  async function pollNow(person_id: string, options?: CallOptions) {
    const { value, requested_at } = await service.listPrecandidates(person_id, options);
    return storeRecords(person_id, readRecords(value), requested_at);
  }

  async function fetchForm(person_id: string, form_id: string): Promise<FormRow> {
    const sent = Promise.withResolvers<number>();
    const read = pollNow(person_id, { onSent: sent.resolve });
    await responseWithinTime(read, sent.promise, longestReadMs).catch((error: unknown) => {
      if (!isProblem(error, 'record-not-found')) throw error;
    });
    const form = await forms.find(person_id, form_id);
    if (!form) throw new ProblemError('form-not-found');
    return form;
  }

  /** Polls until every form is submitted or `WATCH_DAYS` are over. */
  async function keepPolling(person_id: string): Promise<void> {
    const now = Date.now();
    // No sooner than its share of the budget: opening a form repeatedly takes no more of it.
    const pauseMs = interval.openFormPauseMs();
    await schedule.pollUntil(person_id, now + app.settings.WATCH_DAYS * DAY_MS, now + pauseMs);
  }

  return {
    start: worker.start,
    // A poll is repeated anyway: no stop waits long for it.
    stop: () => worker.stop(STOP_GRACE_MS),
    pollNow,
    keepPolling,

    /** Stores and publishes records that another caller requested at `requested_at`. */
    storeRecords,

    /**
     * The row of a form that a candidate uses: from the service if there is none yet, and polled from
     * now on unless it is submitted. Rejects with `form-not-found`, or with `service-unavailable` when
     * the service takes long.
     */
    async findOrFetch(person_id: string, form_id: string): Promise<FormRow> {
      const form = (await forms.find(person_id, form_id)) ?? (await fetchForm(person_id, form_id));
      if (!isTerminal(form.state)) await keepPolling(person_id);
      return form;
    },

    /**
     * Has the person polled as soon as possible, and often for a while: something may have changed. A
     * person whose polling is over is not polled again.
     */
    async schedulePoll(person_id: string): Promise<void> {
      await schedule.pollSoon(person_id);
      worker.wake();
    },
  };
}

/** Stores what records say that is new, with its events, and publishes it. */
function createRecordWriter({ forms, outbox, formChanges }: App) {
  /** Returns the person's forms as they are then, and whether any of them changed. */
  return async (person_id: string, records: readonly ServiceRecord[], requested_at: number) => {
    const rows = await forms.ofPersons([person_id]);
    const known = new Map(rows.map((form) => [form.form_id, form]));
    let hasNews = false;
    for (const record of records) {
      const seen = observationOf(person_id, record, requested_at);
      const before = seen && known.get(seen.form_id);
      if (!seen || !isNews(seen, before)) continue;
      const events = outbox.changeStatements(seen, before);
      const form = await forms.observe(seen, Date.now(), events);
      if (!form) continue;
      hasNews = true;
      known.set(form.form_id, form);
      formChanges.publish(form);
    }
    if (hasNews) outbox.wake();
    return { forms: [...known.values()], hasNews };
  };
}
