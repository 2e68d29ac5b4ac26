import { isSubmitted, PATHS, type Precandidate } from 'precandidate-contract';
import { callProxy } from '../backend/call-proxy.ts';
import { readFolder } from '../backend/read-folder.ts';
import type { PortalContext } from '../portal-context.ts';
import { applyStatus } from './apply-event.ts';
import type { Person } from './person.ts';

const ENDED = new Set(['COMPLETED', 'INCOMPLETE', 'ERROR']);

/** Reads anew where a person stands. Relayed events tell when to look; this is the look. */
export async function refreshPerson(context: PortalContext, person: Person): Promise<void> {
  if (person.form !== null && !isSubmitted(person.form.precandidate_status)) {
    const records = await callProxy(context.settings, 'GET', PATHS.precandidate(person.person_id));
    const record = (records as Precandidate[]).find(
      (each) => each.precandidate_id === person.form?.precandidate_id,
    );
    if (record !== undefined) await applyStatus(context, person, record);
  }
  if (checksRun(person)) {
    const { status, reports } = await readFolder(
      context.settings,
      person.country_code,
      person.person_id,
    );
    context.people.update(person, { folder_status: status, reports });
  }
}

/** Whether there are reports that have not ended. */
export function checksRun(person: Person): boolean {
  if (person.form !== null && !isSubmitted(person.form.precandidate_status)) return false;
  const reports = Object.values(person.reports);
  return (
    reports.length === 0 ||
    reports.some((report) => !ENDED.has(report.state)) ||
    person.folder_status === 'PENDING'
  );
}
