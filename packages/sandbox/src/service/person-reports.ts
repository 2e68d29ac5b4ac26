import type { StoredPerson } from '../store/person-store.ts';
import { timestampOf } from '../timestamp.ts';

/** One report, as the interface writes it. */
export interface ReportStatus {
  created_at: string;
  updated_at: string;
  state: 'PENDING' | 'COMPLETED' | 'INCOMPLETE' | 'ERROR';
  outcome: 'PASSED' | 'FAILED' | 'INFO' | null;
  reviewed_at?: string;
}

export type FolderStatus = 'PENDING' | 'PASSED' | 'FAILED' | 'INCOMPLETE' | 'INFO' | 'ERROR';

type End = Pick<ReportStatus, 'state' | 'outcome'>;

const PASSED: End = { state: 'COMPLETED', outcome: 'PASSED' };

/** How the last report of a person ends, by the last character of `document_id`; else it passes. */
const LAST_REPORT: Readonly<Record<string, { folder: FolderStatus; end: End }>> = {
  '9': { folder: 'FAILED', end: { state: 'COMPLETED', outcome: 'FAILED' } },
  '8': { folder: 'INFO', end: { state: 'COMPLETED', outcome: 'INFO' } },
  '7': { folder: 'INCOMPLETE', end: { state: 'INCOMPLETE', outcome: null } },
  '6': { folder: 'ERROR', end: { state: 'ERROR', outcome: null } },
};

function lastReportOf(person: StoredPerson): { folder: FolderStatus; end: End } {
  const ending = person.document_id?.trim().at(-1) ?? '';
  return LAST_REPORT[ending] ?? { folder: 'PASSED', end: PASSED };
}

/** The folder's status: `PENDING` until every report has ended. */
export function folderStatus(person: StoredPerson): FolderStatus {
  return person.ended_at === null ? 'PENDING' : lastReportOf(person).folder;
}

/**
 * The person's reports at `now` (epoch ms): they start together and end one after the other, the
 * last one with the folder. Empty while the candidate's data is missing.
 */
export function reportsAt(person: StoredPerson, now: number): Record<string, ReportStatus> {
  const { reports_enabled, starts_at, ends_at, ended_at } = person;
  if (starts_at === null || ends_at === null) return {};
  const count = reports_enabled.length;
  const reports = reports_enabled.map((name, index): [string, ReportStatus] => {
    const isLast = index === count - 1;
    const planned = starts_at + Math.round(((ends_at - starts_at) * (index + 1)) / count);
    const at = ended_at !== null && (isLast || ended_at < planned) ? ended_at : planned;
    const hasEnded = ended_at !== null || (!isLast && now >= planned);
    if (!hasEnded) return [name, pending(starts_at)];
    return [name, ended(isLast ? lastReportOf(person).end : PASSED, starts_at, at)];
  });
  return Object.fromEntries(reports);
}

function pending(startedAt: number): ReportStatus {
  const at = timestampOf(startedAt);
  return { created_at: at, updated_at: at, state: 'PENDING', outcome: null };
}

function ended(end: End, startedAt: number, endedAt: number): ReportStatus {
  const report = {
    created_at: timestampOf(startedAt),
    updated_at: timestampOf(endedAt),
    ...end,
  };
  return end.outcome === 'FAILED' ? { ...report, reviewed_at: report.updated_at } : report;
}
