import { isSubmitted, type RelayEvent } from 'precandidate-contract';
import { readSnapshot } from '../backend/read-snapshot.ts';
import type { PortalContext } from '../portal-context.ts';
import { personOf } from './event-log.ts';
import type { Person } from './person.ts';

/** Brings the person that a verified event is about up to date. */
export async function applyEvent(context: PortalContext, event: RelayEvent): Promise<void> {
  const person = context.people.byPersonId(personOf(event));
  if (person === undefined) return;
  if (event.type !== 'person.completed')
    return applyStatus(context, person, event.data.precandidate_status);
  context.people.update(person, {
    folder_status: event.data.status,
    reports: { ...person.reports, ...event.data.reports },
  });
}

/** Takes over the form's status, and asks by which way the data came once it is submitted. */
export async function applyStatus(
  { people, settings }: PortalContext,
  person: Person,
  precandidate_status: string,
): Promise<void> {
  const { form } = person;
  if (form === null) return;
  people.update(person, { form: { ...form, precandidate_status } });
  if (!isSubmitted(precandidate_status) || form.by !== null) return;
  const snapshot = await readSnapshot(settings, person.person_id, form.precandidate_id).catch(() => null);
  if (snapshot?.by != null)
    people.update(person, { form: { ...form, precandidate_status, by: snapshot.by } });
}
