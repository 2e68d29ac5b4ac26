import { FOLDER_STATUSES } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { PersonRow, PersonStore } from './person-store.ts';
import type { Service } from '../upstream/service.ts';
import { completionDigest } from './completion-digest.ts';
import { digest } from '../submissions/digest.ts';
import { createDueLoop, type DueLoop } from '../db/due-loop.ts';
import type { Outbox } from '../relay/outbox.ts';
import { isRecord, type ServiceRecord } from '../status/records.ts';

const LEASE_MS = 30_000;
const BATCH = 20;
const GROWTH = 1.5;
const LONGEST_PAUSE = 60;
/** A look for a lost webhook gives way to people: it does not queue for the budget. */
const PATIENCE_MS = 250;

/**
 * Finds completions whose webhook got lost: asks for the status of persons that were created through
 * us, ever more seldom. A completion that is found is told only when it is found a second time, so
 * that a webhook on its way comes first.
 */
export function createCompletionWatch(
  parts: {
    persons: PersonStore;
    service: Service;
    outbox: Outbox;
    onError: (error: unknown) => void;
  },
  options: { first_ms: number; watch_ms: number },
): DueLoop {
  const { persons, service, outbox, onError } = parts;
  const { first_ms, watch_ms } = options;

  function pauseMs(step: number): number {
    const jitter = 0.85 + Math.random() * 0.3;
    return Math.round(first_ms * Math.min(GROWTH ** step, LONGEST_PAUSE) * jitter);
  }

  async function lookAgain(due: PersonRow, at_least_ms = 0): Promise<void> {
    const isOver = Date.now() > due.created_at + watch_ms;
    const wait_ms = Math.max(pauseMs(due.step + 1), at_least_ms);
    await persons.reschedule(due, due.step + 1, isOver ? null : Date.now() + wait_ms);
  }

  async function look(due: PersonRow): Promise<void> {
    const { person_id, country_code } = due;
    const { value, text } = await service.personStatus(country_code, person_id, {
      patience_ms: PATIENCE_MS,
    });
    if (!isRecord(value) || !isEnd(value)) return lookAgain(due);
    const found = completionDigest(person_id, value);
    if (due.found !== found) {
      await persons.noteFound(due, found);
      return persons.reschedule(due, due.step, Date.now() + first_ms);
    }
    // Before the event: a webhook that comes in between says nothing new, for this one is sure to go.
    if (!(await persons.noteTold(due))) return;
    await outbox.add({
      id: `evt_${digest('person.completed', 'found', found)}`,
      type: 'person.completed',
      // As it came: parsed and written again, large numbers would differ.
      body: `{"type":"person.completed","timestamp":"${new Date().toISOString()}","found_by":"look","data":${text}}`,
    });
    await persons.reschedule(due, due.step, null);
  }

  async function lookOrWait(due: PersonRow): Promise<void> {
    try {
      await look(due);
    } catch (error) {
      if (!(error instanceof ProblemError)) onError(error);
      await lookAgain(due, retryAfterOf(error));
    }
  }

  return createDueLoop(async () => {
    const now = Date.now();
    const due = await persons.claimDue(now, now + LEASE_MS, BATCH);
    await Promise.all(due.map(lookOrWait));
    return due.length === BATCH ? now : persons.nextDue();
  }, onError);
}

/** Only the documented words end a folder: another one may be on the way to an end. */
function isEnd({ status }: ServiceRecord): boolean {
  return FOLDER_STATUSES.some((end) => end === status);
}

function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? Number(error.headers['retry-after'] ?? 0) * 1_000 : 0;
}
