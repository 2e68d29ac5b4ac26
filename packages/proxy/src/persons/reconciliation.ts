import { FOLDER_STATUSES } from 'precandidate-contract';
import { DAY_MS } from '../config/settings.ts';
import { backoff, createJobWorker, type Job, type JobWorker, type NextRun } from '../db/jobs.ts';
import type { App } from '../plugins/app-type.ts';
import { ProblemError, retryAfterOf } from '../shared/problem-error.ts';
import type { ServiceRecord } from '../forms/form-store.ts';
import { digest } from '../shared/digest.ts';
import { isJsonObject } from '../shared/json.ts';
import { type PersonRow, type PersonStore, RECONCILIATION } from './person-store.ts';
import { completionDigest } from './read-completion.ts';

const LEASE_MS = 30_000;
const CONCURRENCY = 20;
const STOP_GRACE_MS = 500;
const FACTOR = 1.5;
/** The longest pause, in first pauses. */
const LONGEST_PAUSE = 60;
/** These polls give way to people: they do not queue for the request budget. */
const MAX_WAIT_MS = 250;

/**
 * Finds completions whose webhook got lost: polls the status of persons created through the proxy,
 * with growing pauses. A completion is relayed once it was found twice, so that a webhook that is
 * on its way comes first.
 */
export function createReconciliation(
  app: App,
  persons: PersonStore,
): Pick<JobWorker, 'start' | 'stop'> {
  const { jobs, service, outbox, settings, onBackgroundError: onError } = app;
  const firstPollMs = settings.RECONCILE_SECONDS * 1_000;
  const pollForMs = settings.WATCH_DAYS * DAY_MS;

  async function run(person: PersonRow, { runs }: Job): Promise<NextRun | undefined> {
    try {
      return await poll(person, runs);
    } catch (error) {
      if (!(error instanceof ProblemError)) onError(error);
      return pollLater(person, runs, retryAfterOf(error));
    }
  }

  async function poll(person: PersonRow, runs: number): Promise<NextRun | undefined> {
    const { person_id, country_code } = person;
    const { value, text } = await service.personStatus(country_code, person_id, {
      maxWaitMs: MAX_WAIT_MS,
    });
    if (!isJsonObject(value) || !isCompleted(value)) return pollLater(person, runs);
    const found = completionDigest(person_id, value);
    if (person.found !== found) {
      await persons.noteFound(person_id, found);
      return { dueAt: Date.now() + firstPollMs, runs };
    }
    const event = {
      id: `evt_${digest('person.completed', 'found', found)}`,
      type: 'person.completed' as const,
      // The text as it came: parsed and serialized again, large numbers would differ.
      body: `{"type":"person.completed","timestamp":"${new Date().toISOString()}","found_by":"poll","data":${text}}`,
    };
    const completion = { digest: found, members: Object.keys(value) };
    await outbox.add(event, { condition: persons.noteRelayed(person_id, completion) });
    return undefined;
  }

  function pollLater(person: PersonRow, runs: number, atLeastMs = 0): NextRun | undefined {
    const now = Date.now();
    if (now > person.created_at + pollForMs) return undefined;
    const longestMs = firstPollMs * LONGEST_PAUSE;
    // The first pause was before the first poll.
    const pauseMs = backoff(runs + 1, { firstMs: firstPollMs, longestMs, factor: FACTOR });
    return { dueAt: now + Math.max(pauseMs, atLeastMs) };
  }

  const worker = createJobWorker<PersonRow>(jobs, {
    queue: RECONCILIATION,
    concurrency: CONCURRENCY,
    leaseMs: LEASE_MS,
    load: persons.loadWaiting,
    run,
    onError,
  });
  // A poll is repeated anyway: no stop waits long for it.
  return { start: worker.start, stop: () => worker.stop(STOP_GRACE_MS) };
}

/** Only the documented statuses are final: an unknown one may lead to another. */
function isCompleted({ status }: ServiceRecord): boolean {
  return FOLDER_STATUSES.some((final) => final === status);
}
