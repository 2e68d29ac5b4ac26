import { FOLDER_STATUSES } from 'precandidate-contract';
import { backoff } from '../db/backoff.ts';
import { createJobWorker, type JobWorker } from '../db/job-worker.ts';
import type { Job, Jobs, NextRun } from '../db/jobs.ts';
import { ProblemError } from '../plugins/problem-error.ts';
import type { SendCheck } from '../relay/event-sender.ts';
import type { Outbox } from '../relay/outbox.ts';
import { isRecord, type ServiceRecord } from '../status/records.ts';
import { digest } from '../submissions/digest.ts';
import type { Service } from '../upstream/service.ts';
import { type PersonRow, type PersonStore, RECONCILIATION } from './person-store.ts';

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
  parts: {
    jobs: Jobs;
    persons: PersonStore;
    service: Service;
    outbox: Outbox;
    onError: (error: unknown) => void;
  },
  options: { firstPollMs: number; pollForMs: number },
): Pick<JobWorker, 'start' | 'stop'> {
  const { jobs, persons, service, outbox, onError } = parts;
  const { firstPollMs, pollForMs } = options;

  async function run(person: PersonRow, { attempt }: Job): Promise<NextRun | undefined> {
    try {
      return await poll(person, attempt);
    } catch (error) {
      if (!(error instanceof ProblemError)) onError(error);
      return pollLater(person, attempt, retryAfterOf(error));
    }
  }

  async function poll(person: PersonRow, attempt: number): Promise<NextRun | undefined> {
    const { person_id, country_code } = person;
    const { value, text } = await service.personStatus(country_code, person_id, {
      maxWaitMs: MAX_WAIT_MS,
    });
    if (!isRecord(value) || !isCompleted(value)) return pollLater(person, attempt);
    const found = completionDigest(person_id, value);
    if (person.found !== found) {
      await persons.noteFound(person_id, found);
      return { due_at: Date.now() + firstPollMs, attempt };
    }
    // Before the event: a webhook that arrives now repeats what is certain to be relayed.
    const completion = { digest: found, members: Object.keys(value) };
    if (!(await persons.noteRelayed(person_id, completion))) return undefined;
    await outbox.add({
      id: `evt_${digest('person.completed', 'found', found)}`,
      type: 'person.completed',
      // The text as it came: parsed and serialized again, large numbers would differ.
      body: `{"type":"person.completed","timestamp":"${new Date().toISOString()}","found_by":"look","data":${text}}`,
    });
    return undefined;
  }

  function pollLater(person: PersonRow, attempt: number, atLeastMs = 0): NextRun | undefined {
    const now = Date.now();
    if (now > person.created_at + pollForMs) return undefined;
    const longestMs = firstPollMs * LONGEST_PAUSE;
    const pauseMs = backoff(attempt + 1, { firstMs: firstPollMs, longestMs, factor: FACTOR });
    return { due_at: now + Math.max(pauseMs, atLeastMs) };
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

function retryAfterOf(error: unknown): number {
  return error instanceof ProblemError ? Number(error.headers['retry-after'] ?? 0) * 1_000 : 0;
}

/** Equal for two reports of one completion, whether polled or received by webhook. */
export function completionDigest(person_id: string, { status, updated_at }: ServiceRecord): string {
  // Text only: any other value may be too deep to serialize.
  const texts = [status, updated_at].map((value) => (typeof value === 'string' ? value : null));
  return digest(person_id, JSON.stringify(texts));
}

const CHECK_AGAIN_MS = 5_000;

/**
 * `WEBHOOK_VERIFY=reread`: relays a webhook's completion only when the service's own status is the
 * same. It waits while the service is unavailable or its status differs, because a webhook can be
 * early, and drops the event when the service does not know the person.
 */
export function createCompletionCheck(service: Service, persons: PersonStore): SendCheck {
  return async ({ type, body }) => {
    if (type !== 'person.completed') return undefined;
    const { id, status, country } = readCompletion(body);
    const country_code = (id && (await persons.countryOf(id))) || country;
    if (!id || !country_code) return { kind: 'invalid', outcome: 'unverifiable', retryAfterMs: 0 };
    try {
      const { value } = await service.personStatus(country_code, id);
      const isSame = isRecord(value) && value['status'] === status;
      return isSame ? undefined : { kind: 'failed', outcome: 'status-differs', retryAfterMs: 0 };
    } catch (error) {
      const name = error instanceof ProblemError ? error.problemName : 'internal';
      if (name === 'record-not-found')
        return { kind: 'invalid', outcome: 'person-unknown', retryAfterMs: 0 };
      if (name === 'service-unavailable' || name === 'service-busy')
        return { kind: 'wait', outcome: name, retryAfterMs: CHECK_AGAIN_MS };
      return { kind: 'failed', outcome: name, retryAfterMs: 0 };
    }
  };
}

/** The payload names the country only in its links: `…/{country_code}/persons/{id}`. */
function readCompletion(body: string): { id?: string; status?: unknown; country?: string } {
  const event: unknown = JSON.parse(body);
  const payload = isRecord(event) ? event['data'] : undefined;
  if (!isRecord(payload) || typeof payload['id'] !== 'string') return {};
  const { id, status } = payload;
  const country = /\/([A-Za-z]{2})\/(?:persons|reports)\//.exec(hrefsOf(payload['_links']));
  return { id: String(id), status, ...(country?.[1] && { country: country[1] }) };
}

function hrefsOf(links: unknown): string {
  if (!isRecord(links)) return '';
  const hrefs = Object.values(links).map((link) => (isRecord(link) ? link['href'] : undefined));
  return hrefs.filter((href) => typeof href === 'string').join(' ');
}
