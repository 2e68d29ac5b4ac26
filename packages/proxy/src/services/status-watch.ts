import { isTerminal, type ProblemName } from 'precandidate-contract';
import { ProblemError } from '../problem-error.ts';
import type { FormRow } from '../store/form-row.ts';
import { type FormStore, isOutdated } from '../store/form-store.ts';
import type { WatchRow, WatchStore } from '../store/watch-store.ts';
import type { Service } from '../upstream/service.ts';
import type { DueLoop } from './due-loop.ts';
import type { FormChanges } from './form-changes.ts';
import { createLookRounds } from './look-rounds.ts';
import type { Metrics } from './metrics.ts';
import type { Outbox } from './outbox.ts';
import { observationOf, readRecords, type ServiceRecord } from './service-record.ts';

/** Asks the service, once for all who want to know, how a person's forms stand. */
export interface StatusWatch extends Pick<DueLoop, 'start' | 'stop'> {
  /** Asks now, and writes and tells what changed. Answers the person's records as they came. */
  look(person_id: string): Promise<ServiceRecord[]>;
  /** Takes in a list that somebody else asked for, at `asked_at`. */
  take(person_id: string, records: readonly ServiceRecord[], asked_at: number): Promise<void>;
  /** The form's row; asks the service when there is none. Rejects with `form-not-found`. */
  find(person_id: string, form_id: string): Promise<FormRow>;
  /** Goes on asking until every form is submitted or the watch ends. */
  watch(person_id: string): Promise<void>;
  /** Something may have changed: ask soon, and often for a while. */
  hasten(person_id: string): Promise<void>;
}

export interface StatusWatchOptions {
  min_ms: number;
  max_ms: number;
  watch_ms: number;
}

const GROWTH = 1.5;
/** A person that the service does not know yet may be known a moment later, but not after these looks. */
const STEPS_OF_PATIENCE = 8;
/** While somebody looks at the form, the pause does not grow beyond this. */
const FOLLOWED_MAX_MS = 15_000;
/** A look of the watch gives way to people: it does not queue for the budget. */
const PATIENCE_MS = 250;

export function createStatusWatch(
  parts: {
    forms: FormStore;
    watches: WatchStore;
    service: Service;
    changes: FormChanges;
    outbox: Outbox;
    metrics: Pick<Metrics, 'look'>;
    onError: (error: unknown) => void;
  },
  options: StatusWatchOptions,
): StatusWatch {
  const { forms, watches, service, changes, outbox, metrics } = parts;
  const loop = createLookRounds(watches, lookWhenDue, parts.onError);

  async function take(
    person_id: string,
    records: readonly ServiceRecord[],
    asked_at: number,
  ): Promise<void> {
    const known = new Map(
      (await forms.ofPerson(person_id)).map((form) => [form.form_id, form] as const),
    );
    for (const record of records) {
      const seen = observationOf(person_id, record, asked_at);
      if (!seen || isOutdated(seen, known.get(seen.form_id))) continue;
      await outbox.addChange(seen, known.get(seen.form_id));
      const changed = await forms.observe(seen, Date.now());
      if (changed) changes.publish(changed);
    }
  }

  async function look(person_id: string, patience_ms?: number): Promise<ServiceRecord[]> {
    const { value, asked_at } = await service.listPrecandidates(
      person_id,
      patience_ms === undefined ? {} : { patience_ms },
    );
    const records = readRecords(value);
    await take(person_id, records, asked_at);
    return records;
  }

  async function lookWhenDue(due: WatchRow): Promise<void> {
    const { person_id, step, until_at } = due;
    const before = revisions(await forms.ofPerson(person_id));
    try {
      await look(person_id, PATIENCE_MS);
    } catch (error) {
      metrics.look('failed');
      const isAbsent = isProblem(error, 'record-not-found');
      if (isAbsent && before === '' && step >= STEPS_OF_PATIENCE) return end(due);
      const wait_ms = Math.max(retryAfterOf(error), pauseMs(step + 1, person_id));
      return watches.reschedule(due, step + 1, Date.now() + wait_ms);
    }
    const after = await forms.ofPerson(person_id);
    const hasNews = revisions(after) !== before;
    metrics.look(hasNews ? 'news' : 'nothing');
    const isOver = after.length > 0 && after.every(({ state }) => isTerminal(state));
    const isEmpty = after.length === 0 && step >= STEPS_OF_PATIENCE;
    if (isOver || isEmpty || Date.now() > until_at) return end(due);
    const next_step = hasNews ? 0 : step + 1;
    await watches.reschedule(due, next_step, Date.now() + pauseMs(next_step, person_id));
  }

  const end = (due: WatchRow): Promise<void> => watches.reschedule(due, 0, null);

  const pauseMs = (step: number, person_id: string): number =>
    pauseAfter(step, changes.isFollowed(person_id), options);

  async function watch(person_id: string): Promise<void> {
    const now = Date.now();
    await watches.watch(person_id, now + pauseMs(0, person_id), now + options.watch_ms);
    loop.wake();
  }

  return {
    start: loop.start,
    stop: loop.stop,
    look: (person_id) => look(person_id),
    take,
    watch,

    async find(person_id, form_id) {
      const known = await forms.find(person_id, form_id);
      if (known) return known;
      const records = await look(person_id).catch((error: unknown) => {
        if (!isProblem(error, 'record-not-found')) throw error;
        return [];
      });
      const found = records.length > 0 ? await forms.find(person_id, form_id) : undefined;
      if (!found) throw new ProblemError('form-not-found');
      await watch(person_id);
      return found;
    },

    async hasten(person_id) {
      await watches.hasten(person_id);
      loop.wake();
    },
  };
}

function pauseAfter(step: number, isFollowed: boolean, options: StatusWatchOptions): number {
  const { min_ms, max_ms } = options;
  const longest = isFollowed ? Math.min(max_ms, FOLLOWED_MAX_MS) : max_ms;
  const jitter = 0.85 + Math.random() * 0.3;
  return Math.round(Math.min(longest, min_ms * GROWTH ** step) * jitter);
}

const revisions = (forms: readonly FormRow[]) =>
  forms
    .map(({ form_id, revision }) => `${form_id} ${revision}`)
    .sort()
    .join();

function isProblem(error: unknown, name: ProblemName): boolean {
  return error instanceof ProblemError && error.problemName === name;
}

function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? Number(error.headers['retry-after'] ?? 0) * 1_000 : 0;
}
