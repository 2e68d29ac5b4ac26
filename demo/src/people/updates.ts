import { setTimeout } from 'node:timers/promises';
import { isSubmitted, type PrecandidateChange, type RelayEvent } from 'precandidate-contract';
import { readFolder, readPrecandidates, readSnapshot } from '../backend/proxy.ts';
import type { PortalContext } from '../portal-context.ts';
import { personIdOf } from './event-log.ts';
import type { Person } from './people.ts';

const ENDED_STATES = new Set(['COMPLETED', 'INCOMPLETE', 'ERROR']);
const POLL_INTERVAL_MS = 1_500;

/** Updates the person that a verified event is about. */
export async function applyEvent(context: PortalContext, event: RelayEvent): Promise<void> {
  const person = context.people.byPersonId(personIdOf(event));
  if (person === undefined || event.type === 'precandidate.submission_failed') return;
  if (event.type !== 'person.completed') return applyStatus(context, person, event.data);
  context.people.update(person, {
    folder_status: event.data.status,
    reports: { ...person.reports, ...event.data.reports },
  });
}

/**
 * Stores a form's status unless we have a newer one: events can arrive in any order. Once the form is
 * submitted, reads who collected the data, which no event says.
 */
async function applyStatus(
  { people, settings }: PortalContext,
  person: Person,
  change: Pick<PrecandidateChange, 'precandidate_status' | 'updated_at'>,
): Promise<void> {
  const { form } = person;
  const { precandidate_status, updated_at } = change;
  if (form === null || (updated_at ?? '') < (form.updated_at ?? '')) return;
  const changed = { ...form, precandidate_status, updated_at };
  people.update(person, { form: changed });
  if (!isSubmitted(precandidate_status) || form.by !== null) return;
  const snapshot = await readSnapshot(settings, person.person_id, form.precandidate_id).catch(
    () => null,
  );
  if (snapshot?.by != null) people.update(person, { form: { ...changed, by: snapshot.by } });
}

/** Reads the current status and results of a person, for a page that HR opens. */
export async function refreshPerson(context: PortalContext, person: Person): Promise<void> {
  const { form, person_id, country_code } = person;
  if (form !== null && !isSubmitted(form.precandidate_status)) {
    const records = await readPrecandidates(context.settings, person_id);
    const record = records.find((each) => each.precandidate_id === form.precandidate_id);
    if (record !== undefined) await applyStatus(context, person, record);
  }
  if (areChecksRunning(person)) {
    const { status, reports } = await readFolder(context.settings, country_code, person_id);
    context.people.update(person, { folder_status: status, reports });
  }
}

/** Polls the reports of a person while HR watches and the checks run: no event announces them. */
export async function pollReports(
  context: PortalContext,
  person: Person,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (areChecksRunning(person)) await refreshPerson(context, person).catch(() => undefined);
    await setTimeout(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function areChecksRunning({ form, reports, folder_status }: Person): boolean {
  if (form !== null && !isSubmitted(form.precandidate_status)) return false;
  const states = Object.values(reports).map(({ state }) => state);
  return (
    states.length === 0 ||
    states.some((state) => !ENDED_STATES.has(state)) ||
    folder_status === 'PENDING'
  );
}
