import { isTerminal } from 'precandidate-contract';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Job, Jobs, NextRun } from '../db/jobs.ts';
import type { FormNotifications } from '../forms/form-notifications.ts';
import type { FormRow, FormStore } from '../forms/form-store.ts';
import { observationsOf, readRecords, type ServiceRecord } from '../forms/observation.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../shared/clock.ts';
import { isProblem, ProblemError, retryAfterOf } from '../shared/problem-error.ts';
import { responseWithinTime } from '../shared/within-time.ts';
import type { Service } from '../upstream/service.ts';
import type { ReadOptions } from '../upstream/service-client.ts';
import { type PolledPerson, POLLS, type PollSchedule } from './poll-schedule.ts';

/** A person whom the service does not know yet may be known soon, but not after this many polls. */
const MAX_POLLS_WITHOUT_RECORDS = 8;
/** Polls of this process that run at once. */
const CONCURRENCY = 100;
/** A person is not polled this long when the process that polls dies. */
const LEASE_MS = 3_000;
const STOP_GRACE_MS = 500;

export interface PollerParts {
  clock: Clock;
  jobs: Jobs;
  forms: Pick<FormStore, 'find' | 'ofPersons' | 'observe'>;
  formNotifications: Pick<FormNotifications, 'publish'>;
  outbox: Pick<Outbox, 'changeStatements'>;
  service: Pick<Service, 'listPrecandidates'>;
  pollSchedule: Pick<PollSchedule, 'load' | 'remember' | 'keepPolling' | 'pauseMs'>;
  roomForPolls: () => number;
  metrics: Pick<Metrics, 'poll'>;
  /** How long the service may take for a form that a candidate opens; `undefined`: the default. */
  deadlineMs: number | undefined;
  onBackgroundError: (error: unknown) => void;
}

export interface StoredRecords {
  /** All known forms of the person, as they are now. */
  forms: FormRow[];
  /** Whether any of them changed. */
  hasNews: boolean;
}

/** Polls the service for the status of persons' forms, once for everyone who is interested. */
export class StatusPoller {
  readonly #parts: PollerParts;
  readonly #worker: JobWorker;

  constructor(parts: PollerParts) {
    this.#parts = parts;
    this.#worker = createJobWorker<PolledPerson>(parts.jobs, {
      queue: POLLS,
      concurrency: CONCURRENCY,
      leaseMs: LEASE_MS,
      load: (person_ids) => parts.pollSchedule.load(person_ids),
      run: (person, job) => this.#poll(person, job),
      // The others wait in the queue of jobs, where the longest overdue is first.
      room: parts.roomForPolls,
      onError: parts.onBackgroundError,
    });
  }

  start(): Promise<void> {
    return this.#worker.start();
  }

  /** A poll is repeated anyway: no stop waits long for it. */
  stop(): Promise<void> {
    return this.#worker.stop(STOP_GRACE_MS);
  }

  async #poll(person: PolledPerson, { runs }: Job): Promise<NextRun | undefined> {
    const { clock, forms, metrics, pollSchedule } = this.#parts;
    const { person_id } = person;
    const hasPolledLong = runs >= MAX_POLLS_WITHOUT_RECORDS;
    try {
      const after = await this.pollNow(person_id, { caller: 'poll' });
      metrics.poll(after.hasNews ? 'news' : 'nothing');
      const isEmpty = after.forms.length === 0;
      const isOver = isEmpty ? hasPolledLong : after.forms.every(({ state }) => isTerminal(state));
      if (isOver || clock.now() > person.until_at) return undefined;
      const withoutNews = after.hasNews ? 0 : runs + 1;
      return { dueAt: clock.now() + pollSchedule.pauseMs(withoutNews, person), runs: withoutNews };
    } catch (error) {
      metrics.poll('failed');
      const isAbsent = hasPolledLong && isProblem(error, 'record-not-found');
      if (isAbsent && (await forms.ofPersons([person_id])).length === 0) return undefined;
      const waitMs = Math.max(retryAfterOf(error), pollSchedule.pauseMs(runs + 1, person));
      return { dueAt: clock.now() + waitMs };
    }
  }

  /**
   * Reads the person's records from the service now, and stores and publishes what changed. Stores nothing
   * of a person who is erased during the call, nor a new form of one who was not polled or remembered.
   */
  async pollNow(
    person_id: string,
    // Not part of the call: requests for two forms of a person share one.
    { wanted, ...options }: ReadOptions & { wanted?: string } = {},
  ): Promise<StoredRecords> {
    const { value, requested_at } = await this.#parts.service.listPrecandidates(person_id, options);
    return this.storeRecords(person_id, readRecords(value), requested_at, wanted);
  }

  /**
   * Stores what records of a person that were requested at `requested_at` say that is new, with its events,
   * and publishes it.
   *
   * @param wanted - a form that is stored even if the list is too long to store
   */
  async storeRecords(
    person_id: string,
    records: readonly ServiceRecord[],
    requested_at: number,
    wanted?: string,
  ): Promise<StoredRecords> {
    const { clock, forms, formNotifications, outbox } = this.#parts;
    const rows = await forms.ofPersons([person_id]);
    const known = new Map(rows.map((form) => [form.form_id, form]));
    let hasNews = false;
    const isWanted = (form_id: string) => form_id === wanted || known.has(form_id);
    for (const seen of observationsOf(person_id, records, requested_at, isWanted)) {
      const form = await forms.observe(seen, clock.now(), {
        known: known.get(seen.form_id),
        events: outbox.changeStatements,
      });
      if (!form) continue;
      hasNews = true;
      known.set(form.form_id, form);
      formNotifications.publish(form);
    }
    return { forms: [...known.values()], hasNews };
  }

  /**
   * The row of a form that a candidate uses: from the service if there is none yet, and polled from
   * now on unless it is submitted. Rejects with `form-not-found`, or with `service-unavailable` when
   * the service takes long.
   */
  async findOrFetch(person_id: string, form_id: string): Promise<FormRow> {
    const { forms, pollSchedule } = this.#parts;
    const stored = await forms.find(person_id, form_id);
    const form = stored ?? (await this.#fetchForm(person_id, form_id));
    if (!form) throw new ProblemError('form-not-found');
    if (!isTerminal(form.state)) await pollSchedule.keepPolling(person_id);
    return form;
  }

  /** The read goes on when the service is slow: the candidate's next try finds its result stored. */
  async #fetchForm(person_id: string, form_id: string) {
    const { forms, pollSchedule, deadlineMs } = this.#parts;
    await pollSchedule.remember(person_id);
    try {
      const { forms: found } = await responseWithinTime(
        (onSent) => this.pollNow(person_id, { wanted: form_id, onSent }),
        deadlineMs,
      );
      // Another request or process may have stored it a moment ago: then nothing about it was new.
      return (
        found.find((form) => form.form_id === form_id) ?? (await forms.find(person_id, form_id))
      );
    } catch (error) {
      if (isProblem(error, 'record-not-found')) return undefined;
      throw error;
    }
  }
}
