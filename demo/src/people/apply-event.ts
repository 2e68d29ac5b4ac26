import { isSubmitted, type PrecandidateChange, type RelayEvent } from 'precandidate-contract';
import { readSnapshot } from '../backend/read-snapshot.ts';
import type { PortalContext } from '../portal-context.ts';
import { personOf } from './event-log.ts';
import type { Person } from './person.ts';

/** Brings the person that a verified event is about up to date. */
export async function applyEvent(context: PortalContext, event: RelayEvent): Promise<void> {
  const person = context.people.byPersonId(personOf(event));
  if (person === undefined || event.type === 'precandidate.submission_failed') return;
  if (event.type !== 'person.completed') return applyStatus(context, person, event.data);
  context.people.update(person, {
    folder_status: event.data.status,
    reports: { ...person.reports, ...event.data.reports },
  });
}

/**
 * Takes over what the service said of the form, unless we know something newer: events may arrive
 * in any order. Asks by which way the data came once it is submitted.
 */
export async function applyStatus(
  { people, settings }: PortalContext,
  person: Person,
  {
    precandidate_status,
    updated_at,
  }: Pick<PrecandidateChange, 'precandidate_status' | 'updated_at'>,
): Promise<void> {
  const { form } = person;
  if (form === null || (updated_at ?? '') < (form.updated_at ?? '')) return;
  const changed = { ...form, precandidate_status, updated_at };
  people.update(person, { form: changed });
  if (!isSubmitted(precandidate_status) || form.by !== null) return;
  const snapshot = await readSnapshot(settings, person.person_id, form.precandidate_id).catch(
    () => null,
  );
  if (snapshot?.by != null) people.update(person, { form: { ...changed, by: snapshot.by } });
}
