import type { ReportStatus } from 'precandidate-contract';
import type { Person } from '../people/person.ts';
import { html, type Html } from './html.ts';
import { icon, type IconName } from './icon.ts';

type Tone = 'waiting' | 'moving' | 'good' | 'bad' | 'plain';
interface Meaning {
  words: string;
  tone: Tone;
  icon: IconName;
}

/** The service's words that we know → ours. */
const MEANINGS: Record<string, Meaning> = {
  CREATED: { words: 'Waiting for the candidate', tone: 'waiting', icon: 'clock' },
  SUBMITTED: { words: 'Submitted', tone: 'moving', icon: 'check' },
  PENDING: { words: 'Checks running', tone: 'moving', icon: 'clock' },
  PENDING_MANUAL_REVIEW: { words: 'In review', tone: 'moving', icon: 'clock' },
  PASSED: { words: 'Passed', tone: 'good', icon: 'check' },
  FAILED: { words: 'Failed', tone: 'bad', icon: 'cross' },
  INFO: { words: 'Read the report', tone: 'plain', icon: 'info' },
  INCOMPLETE: { words: 'Incomplete', tone: 'plain', icon: 'info' },
  COMPLETED: { words: 'Completed', tone: 'good', icon: 'check' },
  ERROR: { words: 'Error', tone: 'bad', icon: 'cross' },
};

/** A status of the service in plain words; one that nobody documented is shown as it is. */
export function pill(status: string): Html {
  const known = Object.hasOwn(MEANINGS, status) ? MEANINGS[status] : undefined;
  const { words, tone, icon: name } = known ?? { words: status, tone: 'plain', icon: 'info' };
  return html`<span class="pill ${tone}" data-status="${status}">${icon(name)}${words}</span>`;
}

/** The status that says most about a person: their folder's, or the form's before it. */
export function personPill(person: Person): Html {
  return pill(person.folder_status ?? person.form?.precandidate_status ?? 'PENDING');
}

/** A report's outcome, or its state while there is none. */
export function reportPill({ state, outcome }: ReportStatus): Html {
  return pill(outcome ?? state);
}
