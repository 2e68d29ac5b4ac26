import { FOLDER_STATUSES } from 'precandidate-contract';
import { DAY_MS } from '../config/settings.ts';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import { backoff, type Job, type NextRun } from '../db/jobs.ts';
import type { App } from '../http/app-type.ts';
import { isJsonObject } from '../shared/json.ts';
import { ProblemError, retryAfterOf } from '../shared/problem-error.ts';
import { type PersonRow, type PersonStore, RECONCILIATION } from './person-store.ts';
import { polledEventId, resultDigest } from './completion-webhook.ts';

const LEASE_MS = 30_000;
const CONCURRENCY = 20;
const STOP_GRACE_MS = 500;
const FACTOR = 1.5;
/** The longest pauses, in first pauses: an hour by default, and a day once a result is known. */
const [LONGEST_PAUSE, LONGEST_PAUSE_COMPLETED] = [60, 24 * 60];

type ReconciliationParts = Pick<
  App,
  'clock' | 'jobs' | 'outbox' | 'service' | 'settings' | 'roomForPolls' | 'onBackgroundError'
>;

/**
 * Finds results whose webhook got lost: polls the status of persons created through the proxy, with
 * growing pauses. A result that the back end does not know yet is relayed after one more first pause:
 * a webhook that arrives meanwhile takes its place.
 */
export function createReconciliation(
  { clock, jobs, outbox, service, settings, roomForPolls, onBackgroundError }: ReconciliationParts,
  store: PersonStore,
): Pick<JobWorker, 'start' | 'stop'> {
  const firstMs = settings.RECONCILE_SECONDS * 1_000;
  const pollForMs = settings.WATCH_DAYS * DAY_MS;

  async function run(person: PersonRow, { runs }: Job): Promise<NextRun | undefined> {
    try {
      return pollLater(person, runs, await poll(person));
    } catch (error) {
      if (!(error instanceof ProblemError)) onBackgroundError(error);
      return pollLater(person, runs, { atLeastMs: retryAfterOf(error) });
    }
  }

  async function poll({ person_id, country_code, notified }: PersonRow) {
    const { value, text } = await service.personStatus(country_code, person_id, { caller: 'poll' });
    if (!isJsonObject(value) || !isFinal(value['status'])) return {};
    const result = resultDigest(person_id, value);
    if (notified !== result) {
      const now = clock.now();
      const event = { id: polledEventId(result), ...completedEvent(person_id, text, now) };
      await store.notifyOnce(person_id, result, outbox.eventStatements(event, now + firstMs));
    }
    return { isCompleted: true };
  }

  function pollLater(
    { created_at }: PersonRow,
    runs: number,
    { isCompleted = false, atLeastMs = 0 },
  ): NextRun | undefined {
    const now = clock.now();
    if (now > created_at + pollForMs) return undefined;
    const longestMs = firstMs * (isCompleted ? LONGEST_PAUSE_COMPLETED : LONGEST_PAUSE);
    // The first pause was before the first poll.
    const pauseMs = backoff(runs + 1, { firstMs, longestMs, factor: FACTOR });
    return { dueAt: now + Math.max(pauseMs, atLeastMs) };
  }

  const worker = createJobWorker<PersonRow>(jobs, {
    queue: RECONCILIATION,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: (person_ids) => store.load(person_ids),
    run,
    room: roomForPolls,
    onError: onBackgroundError,
  });
  return {
    start: async (): Promise<void> => (firstMs > 0 ? worker.start() : undefined),
    // A poll is repeated anyway: no stop waits long for it.
    stop: () => worker.stop(STOP_GRACE_MS),
  };
}

/** `status` is JSON as it came: parsed and serialized again, large numbers would differ. */
function completedEvent(person_id: string, status: string, now: number) {
  const type = 'person.completed' as const;
  const timestamp = new Date(now).toISOString();
  const body = `{"type":"${type}","timestamp":"${timestamp}","found_by":"poll","data":${status}}`;
  return { type, person_id, body };
}

/**
 * Only the documented statuses are final: an unknown one may lead to another. The interface does not
 * say whether INCOMPLETE is, so polling goes on; a webhook relays it all the same.
 */
function isFinal(status: unknown): boolean {
  return status !== 'INCOMPLETE' && FOLDER_STATUSES.some((documented) => documented === status);
}
