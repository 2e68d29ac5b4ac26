import { PATHS, type FolderStatus, type ReportStatus } from 'precandidate-contract';
import { callProxy, type ProxyAccess } from './call-proxy.ts';

/** Where a person's checks stand. */
export interface Folder {
  /** The folder status; `null` when the service gave none. */
  status: FolderStatus | null;
  /** Report name → its state. */
  reports: Record<string, ReportStatus>;
}

/** Reads the folder status and the reports of one person. */
export async function readFolder(
  proxy: ProxyAccess,
  countryCode: string,
  personId: string,
): Promise<Folder> {
  const [person, reports] = await Promise.all([
    callProxy(proxy, 'GET', PATHS.personStatus(countryCode, personId)),
    callProxy(proxy, 'GET', PATHS.reports(countryCode, personId)),
  ]);
  return {
    status: (person as { status?: string } | null)?.status ?? null,
    reports: reportsIn(reports),
  };
}

/** The shape of the reports answer is not documented: a map of reports, or one under `reports`. */
function reportsIn(answer: unknown): Record<string, ReportStatus> {
  const map = (answer as { reports?: unknown } | null)?.reports ?? answer;
  if (typeof map !== 'object' || map === null) return {};
  return Object.fromEntries(
    Object.entries(map).filter(([, report]) => typeof report?.state === 'string'),
  );
}
