import { timestampOf } from '../timestamp.ts';
import type { StoredPerson } from './person-store.ts';

/** One report, as the interface writes it. */
interface ReportStatus {
  created_at: string;
  updated_at: string;
  state: 'PENDING' | 'COMPLETED' | 'INCOMPLETE' | 'ERROR';
  outcome: 'PASSED' | 'FAILED' | 'INFO' | null;
  reviewed_at?: string;
}

type FolderStatus = 'PENDING' | 'PASSED' | 'FAILED' | 'INCOMPLETE' | 'INFO' | 'ERROR';

type Result = Pick<ReportStatus, 'state' | 'outcome'>;

const PASSED: Result = { state: 'COMPLETED', outcome: 'PASSED' };

/** How the last report ends, by the last character of `document_id`; by default it passes. */
const LAST_REPORT: Readonly<Record<string, { folder: FolderStatus; result: Result }>> = {
  '9': { folder: 'FAILED', result: { state: 'COMPLETED', outcome: 'FAILED' } },
  '8': { folder: 'INFO', result: { state: 'COMPLETED', outcome: 'INFO' } },
  '7': { folder: 'INCOMPLETE', result: { state: 'INCOMPLETE', outcome: null } },
  '6': { folder: 'ERROR', result: { state: 'ERROR', outcome: null } },
};

function lastReportOf(person: StoredPerson): { folder: FolderStatus; result: Result } {
  const lastCharacter = person.document_id?.trim().at(-1) ?? '';
  return LAST_REPORT[lastCharacter] ?? { folder: 'PASSED', result: PASSED };
}

/**
 * The person's reports at `now` (epoch ms). They start together and end one after the other, the
 * last one with the folder. Empty until the candidate's data is there.
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
    if (!hasEnded) return [name, pendingReport(starts_at)];
    return [name, endedReport(isLast ? lastReportOf(person).result : PASSED, starts_at, at)];
  });
  return Object.fromEntries(reports);
}

function pendingReport(startedAt: number): ReportStatus {
  const at = timestampOf(startedAt);
  return { created_at: at, updated_at: at, state: 'PENDING', outcome: null };
}

function endedReport(result: Result, startedAt: number, endedAt: number): ReportStatus {
  const report = {
    created_at: timestampOf(startedAt),
    updated_at: timestampOf(endedAt),
    ...result,
  };
  return result.outcome === 'FAILED' ? { ...report, reviewed_at: report.updated_at } : report;
}

/** Response of the status path at `now` (epoch ms). `origin` is the start of the links. */
export function personView(person: StoredPerson, origin: string, now: number) {
  const base = `${origin}/v3/${person.country_code}`;
  const link = (href: string) => ({ href, http_methods: ['GET'] });
  return {
    _links: {
      person: link(`${base}/persons/${person.person_id}`),
      self: link(`${base}/reports/${person.person_id}`),
    },
    id: person.person_id,
    status: person.ended_at === null ? 'PENDING' : lastReportOf(person).folder,
    custom_data: person.custom_data,
    created_at: person.created_at,
    updated_at: updatedAt(person, now),
  };
}

/** When the folder ended; before that, the last change of a report. */
function updatedAt(person: StoredPerson, now: number): string {
  if (person.ended_at !== null) return timestampOf(person.ended_at);
  const changes = Object.values(reportsAt(person, now)).map((report) => report.updated_at);
  return changes.toSorted().at(-1) ?? person.created_at;
}

/** Body of the completion webhook: the status response with a few more members. */
export function webhookPayload(person: StoredPerson, origin: string, withDetails: boolean) {
  const now = Date.now();
  return {
    webhook_request_id: crypto.randomUUID(),
    timestamp: String(now),
    ...personView(person, origin, now),
    ...(withDetails ? { reports: reportsAt(person, now) } : {}),
  };
}
