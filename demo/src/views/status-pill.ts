import type { ReportStatus } from 'precandidate-contract';
import type { Person } from '../people/people.ts';
import { html, icon, type Html, type IconName } from './html.ts';

interface Appearance {
  label: string;
  tone: 'waiting' | 'moving' | 'good' | 'bad' | 'plain';
  icon: IconName;
}

const APPEARANCES: Record<string, Appearance> = {
  CREATED: { label: 'Waiting for the candidate', tone: 'waiting', icon: 'clock' },
  SUBMITTED: { label: 'Submitted', tone: 'moving', icon: 'check' },
  PENDING: { label: 'Checks running', tone: 'moving', icon: 'clock' },
  PENDING_MANUAL_REVIEW: { label: 'In review', tone: 'moving', icon: 'clock' },
  PASSED: { label: 'Passed', tone: 'good', icon: 'check' },
  FAILED: { label: 'Failed', tone: 'bad', icon: 'cross' },
  INFO: { label: 'Read the report', tone: 'plain', icon: 'info' },
  INCOMPLETE: { label: 'Incomplete', tone: 'plain', icon: 'info' },
  COMPLETED: { label: 'Completed', tone: 'good', icon: 'check' },
  ERROR: { label: 'Error', tone: 'bad', icon: 'cross' },
};

/** A status of the service as a label; an undocumented status is shown as it is. */
export function statusPill(status: string): Html {
  const documented = Object.hasOwn(APPEARANCES, status) ? APPEARANCES[status] : undefined;
  const { label, tone, icon: name } = documented ?? { label: status, tone: 'plain', icon: 'info' };
  return html`<span class="pill ${tone}" data-status="${status}">${icon(name)}${label}</span>`;
}

/** The folder's status, or before that the form's. */
export function personPill(person: Person): Html {
  return statusPill(person.folder_status ?? person.form?.precandidate_status ?? 'PENDING');
}

/** A report's outcome, or before that its state. */
export function reportPill({ state, outcome }: ReportStatus): Html {
  return statusPill(outcome ?? state);
}

/** Who collected the data of a submitted form. */
export function collectedBy({ form }: Person): Html | undefined {
  if (form?.by == null) return undefined;
  const label = form.by === 'form' ? 'through our page' : 'collected elsewhere';
  return html`<span class="muted" data-by="${form.by}">${label}</span>`;
}
