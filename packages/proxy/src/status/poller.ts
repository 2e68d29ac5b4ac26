import { LRUCache } from 'lru-cache';
import { isTerminal, type ProblemName } from 'precandidate-contract';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Job, Jobs, NextRun } from '../db/jobs.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import type { Outbox } from '../relay/outbox.ts';
import { digest } from '../shared/digest.ts';
import type { Service } from '../upstream/service.ts';
import type { FormChanges } from '../forms/form-changes.ts';
import {
  type FormRow,
  type FormStore,
  isOutdated,
  observationOf,
  readRecords,
  type ServiceRecord,
} from '../forms/form-store.ts';
import { type PolledPerson, type PollInterval, POLLS, type PollSchedule } from './poll-schedule.ts';

/** Polls the service for the status of persons' forms, once for everyone who is interested. */
export interface StatusPoller extends Pick<JobWorker, 'start' | 'stop'> {
  /** Reads the person's records from the service now, and stores and publishes what changed. */
  refresh(person_id: string): Promise<ServiceRecord[]>;
  /** Stores and publishes records that another caller requested at `requestedAt`. */
  storeRecords(
    person_id: string,
    records: readonly ServiceRecord[],
    requestedAt: number,
  ): Promise<void>;
  /** The form's row, read from the service when there is none. Rejects with `form-not-found`. */
  find(person_id: string, form_id: string): Promise<FormRow>;
  /** Polls until every form is submitted or `WATCH_DAYS` are over. */
  keepPolling(person_id: string): Promise<void>;
  /** Polls as soon as possible, and often for a while: something may have changed. */
  pollNow(person_id: string): Promise<void>;
}

/** A person whom the service does not know yet may be known soon, but not after this many polls. */
const MAX_POLLS_WITHOUT_RECORDS = 8;
/** Polls give way to people: they do not queue for the request budget. */
const MAX_WAIT_MS = 250;
/** Polls of this process that run at once. */
const CONCURRENCY = 100;
/** A person is not polled this long when the process that polls dies. */
const LEASE_MS = 3_000;
const STOP_GRACE_MS = 500;

export function createStatusPoller(
  parts: {
    forms: FormStore;
    jobs: Jobs;
    schedule: PollSchedule;
    service: Service;
    changes: FormChanges;
    outbox: Outbox;
    interval: Pick<PollInterval, 'pauseMs' | 'openFormPauseMs'>;
    metrics: Pick<Metrics, 'poll'>;
    onError: (error: unknown) => void;
  },
  pollForMs: number,
): StatusPoller {
  const { forms, schedule, service, interval, metrics } = parts;
  const responses = createKnownResponses();
  const worker = createJobWorker<PolledPerson>(parts.jobs, {
    queue: POLLS,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: schedule.load,
    run: pollWhenDue,
    onError: parts.onError,
  });

  const storeRecords = createRecordWriter(parts);

  async function refresh(person_id: string): Promise<ServiceRecord[]> {
    const { value, asked_at } = await service.listPrecandidates(person_id);
    const records = readRecords(value);
    await storeRecords(person_id, records, asked_at);
    return records;
  }

  async function pollWhenDue(person: PolledPerson, { attempt }: Job): Promise<NextRun | undefined> {
    try {
      const { isOver, isEmpty, hasNews } = await poll(person);
      metrics.poll(hasNews ? 'news' : 'nothing');
      if (isOver || (isEmpty && attempt >= MAX_POLLS_WITHOUT_RECORDS)) return undefined;
      if (Date.now() > person.until_at) return undefined;
      const next = hasNews ? 0 : attempt + 1;
      return { due_at: Date.now() + interval.pauseMs(next, person), attempt: next };
    } catch (error) {
      metrics.poll('failed');
      const isAbsent = isProblem(error, 'record-not-found') && person.revisions === 0;
      if (isAbsent && attempt >= MAX_POLLS_WITHOUT_RECORDS) return undefined;
      const waitMs = Math.max(retryAfterOf(error), interval.pauseMs(attempt + 1, person));
      return { due_at: Date.now() + waitMs };
    }
  }

  async function poll(person: PolledPerson) {
    const { person_id, revisions } = person;
    const options = { maxWaitMs: MAX_WAIT_MS };
    const { text, value, asked_at } = await service.listPrecandidates(person_id, options);
    if (responses.isKnown(person, text)) return { isOver: false, isEmpty: false, hasNews: false };
    const records = readRecords(value);
    await storeRecords(person_id, records, asked_at);
    const after = await forms.ofPerson(person_id);
    const isEmpty = after.length === 0;
    const isOver = !isEmpty && after.every(({ state }) => isTerminal(state));
    if (!isEmpty && !isOver) responses.remember(person_id, { text, records }, after);
    return { isOver, isEmpty, hasNews: sumOfRevisions(after) !== revisions };
  }

  async function keepPolling(person_id: string): Promise<void> {
    const now = Date.now();
    // No sooner than its share of the budget: opening a form repeatedly takes no more of it.
    const pauseMs = interval.openFormPauseMs();
    await schedule.keep(person_id, now + pauseMs, now + pollForMs);
  }

  return {
    start: worker.start,
    // A poll is repeated anyway: no stop waits long for it.
    stop: () => worker.stop(STOP_GRACE_MS),
    refresh,
    storeRecords,
    keepPolling,

    async find(person_id, form_id) {
      const known = await forms.find(person_id, form_id);
      if (known) return known;
      const records = await refresh(person_id).catch((error: unknown) => {
        if (!isProblem(error, 'record-not-found')) throw error;
        return [];
      });
      const found = records.length > 0 ? await forms.find(person_id, form_id) : undefined;
      if (!found) throw new ProblemError('form-not-found');
      await keepPolling(person_id);
      return found;
    },

    async pollNow(person_id) {
      await schedule.pollNow(person_id);
      worker.wake();
    },
  };
}

/** Stores what records say that is new, relays it, and publishes it. */
function createRecordWriter({
  forms,
  outbox,
  changes,
}: {
  forms: FormStore;
  outbox: Outbox;
  changes: FormChanges;
}): StatusPoller['storeRecords'] {
  return async (person_id, records, requestedAt) => {
    const known = new Map(
      (await forms.ofPerson(person_id)).map((form) => [form.form_id, form] as const),
    );
    for (const record of records) {
      const seen = observationOf(person_id, record, requestedAt);
      if (!seen || isOutdated(seen, known.get(seen.form_id))) continue;
      await outbox.addChange(seen, known.get(seen.form_id));
      const changed = await forms.observe(seen, Date.now());
      if (changed) changes.publish(changed);
    }
  };
}

function isProblem(error: unknown, name: ProblemName): boolean {
  return error instanceof ProblemError && error.problemName === name;
}

function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? Number(error.headers['retry-after'] ?? 0) * 1_000 : 0;
}

/** As many persons as one process polls often. */
const KNOWN_RESPONSES = 20_000;

/**
 * The last response for each person that is polled often. Nearly every poll returns the same as the
 * one before: to notice it costs a digest and no statement.
 */
function createKnownResponses() {
  const known = new LRUCache<string, { digest: string; revisions: number }>({
    max: KNOWN_RESPONSES,
  });

  return {
    /** Whether the forms' rows already hold everything in this response. */
    isKnown({ person_id, revisions }: PolledPerson, text: string): boolean {
      const last = known.get(person_id);
      return last?.revisions === revisions && last.digest === digest(text);
    },

    /** `forms` are the rows after the response was stored. */
    remember(
      person_id: string,
      { text, records }: { text: string; records: readonly ServiceRecord[] },
      forms: readonly FormRow[],
    ): void {
      const stored = new Map(forms.map(({ form_id, record }) => [form_id, record]));
      // A response older than the rows differs from them, and must be compared again.
      const isStored = records.every((record) => {
        const seen = observationOf(person_id, record, 0);
        return seen === undefined || stored.get(seen.form_id) === seen.record;
      });
      if (isStored)
        known.set(person_id, { digest: digest(text), revisions: sumOfRevisions(forms) });
      else known.delete(person_id);
    },
  };
}

/** Differs once any form of the person has changed; see {@link PolledPerson.revisions}. */
function sumOfRevisions(forms: readonly FormRow[]): number {
  return forms.reduce((sum, { revision }) => sum + revision, 0);
}
