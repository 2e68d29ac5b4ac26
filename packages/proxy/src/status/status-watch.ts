import { isTerminal, type ProblemName } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { FormRow } from './form-row.ts';
import { type FormStore, isOutdated } from './form-store.ts';
import type { EndedLook, WatchRow, WatchStore } from './watch-store.ts';
import type { Service } from '../upstream/service.ts';
import type { DueLoop } from '../db/due-loop.ts';
import type { FormChanges } from './form-changes.ts';
import type { LookPace } from './look-pace.ts';
import { createLookRounds } from './look-rounds.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Outbox } from '../relay/outbox.ts';
import { observationOf, readRecords, type ServiceRecord } from './service-record.ts';
import { createUnchangedAnswers, revisionsOf } from './unchanged-answers.ts';

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

/** A person that the service does not know yet may be known a moment later, but not after these looks. */
const STEPS_OF_PATIENCE = 8;
/** A look of the watch gives way to people: it does not queue for the budget. */
const PATIENCE_MS = 250;

export function createStatusWatch(
  parts: {
    forms: FormStore;
    watches: WatchStore;
    service: Service;
    changes: FormChanges;
    outbox: Outbox;
    pace: Pick<LookPace, 'pauseMs' | 'shownPauseMs'>;
    metrics: Pick<Metrics, 'look'>;
    onError: (error: unknown) => void;
  },
  watch_ms: number,
): StatusWatch {
  const { forms, watches, service, changes, outbox, pace, metrics } = parts;
  const answers = createUnchangedAnswers();
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

  async function look(person_id: string): Promise<ServiceRecord[]> {
    const { value, asked_at } = await service.listPrecandidates(person_id);
    const records = readRecords(value);
    await take(person_id, records, asked_at);
    return records;
  }

  async function lookWhenDue(due: WatchRow): Promise<Ended> {
    const { step, until_at } = due;
    try {
      const { isOver, isEmpty, hasNews } = await lookPatiently(due);
      metrics.look(hasNews ? 'news' : 'nothing');
      if (isOver || (isEmpty && step >= STEPS_OF_PATIENCE) || Date.now() > until_at) return NEVER;
      const next_step = hasNews ? 0 : step + 1;
      return { step: next_step, next_at: Date.now() + pace.pauseMs(next_step, due) };
    } catch (error) {
      metrics.look('failed');
      const isAbsent = isProblem(error, 'record-not-found') && due.revisions === 0;
      if (isAbsent && step >= STEPS_OF_PATIENCE) return NEVER;
      const wait_ms = Math.max(retryAfterOf(error), pace.pauseMs(step + 1, due));
      return { step: step + 1, next_at: Date.now() + wait_ms };
    }
  }

  async function lookPatiently(due: WatchRow) {
    const { person_id, revisions } = due;
    const options = { patience_ms: PATIENCE_MS };
    const { text, value, asked_at } = await service.listPrecandidates(person_id, options);
    if (answers.holds(due, text)) return { isOver: false, isEmpty: false, hasNews: false };
    const records = readRecords(value);
    await take(person_id, records, asked_at);
    const after = await forms.ofPerson(person_id);
    const isEmpty = after.length === 0;
    const isOver = !isEmpty && after.every(({ state }) => isTerminal(state));
    if (!isEmpty && !isOver) answers.remember(person_id, { text, records }, after);
    return { isOver, isEmpty, hasNews: revisionsOf(after) !== revisions };
  }

  async function watch(person_id: string): Promise<void> {
    const now = Date.now();
    // No sooner than its share of the budget: who asks again and again takes no more of it.
    const pause_ms = pace.shownPauseMs();
    await watches.watch(person_id, now + pause_ms, now + watch_ms);
  }

  return {
    start: loop.start,
    stop: loop.stop,
    look,
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

type Ended = Omit<EndedLook, 'claimed'>;
const NEVER: Ended = { step: 0, next_at: null };

function isProblem(error: unknown, name: ProblemName): boolean {
  return error instanceof ProblemError && error.problemName === name;
}

function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? Number(error.headers['retry-after'] ?? 0) * 1_000 : 0;
}
