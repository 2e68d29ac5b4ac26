import { FOLDER_STATUSES } from 'precandidate-contract';
import { isRecord } from '../status/records.ts';

const TEXTS = ['webhook_request_id', 'timestamp', 'id', 'status', 'created_at', 'updated_at'];

/**
 * JSON Pointers to where a webhook's payload is not as the interface documents it: a member is
 * missing, of another type, or a word that is not documented. Members beyond it are no difference.
 */
export function webhookDifferences(payload: unknown): string[] {
  if (!isRecord(payload)) return [''];
  const { status, reports } = payload;
  const differing = TEXTS.filter((member) => typeof payload[member] !== 'string');
  if (typeof status === 'string' && !FOLDER_STATUSES.some((word) => word === status))
    differing.push('status');
  if (!hasLinks(payload['_links'])) differing.push('_links');
  if (!Object.hasOwn(payload, 'custom_data')) differing.push('custom_data');
  if (reports !== undefined && !areReports(reports)) differing.push('reports');
  return differing.map((member) => `/${member}`);
}

function hasLinks(links: unknown): boolean {
  if (!isRecord(links)) return false;
  return [links['person'], links['self']].every(
    (link) => isRecord(link) && typeof link['href'] === 'string',
  );
}

function areReports(reports: unknown): boolean {
  if (!isRecord(reports)) return false;
  return Object.values(reports).every(
    (report) => isRecord(report) && typeof report['state'] === 'string',
  );
}
