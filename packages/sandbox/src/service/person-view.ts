import type { StoredPerson } from '../store/person-store.ts';
import { timestampOf } from '../timestamp.ts';
import { folderStatus, reportsAt, type FolderStatus, type ReportStatus } from './person-reports.ts';

interface ResourceLink {
  href: string;
  http_methods: ['GET'];
}

/** What the status path answers; the webhook payload is like it, with extra fields. */
export interface PersonView {
  _links: { person: ResourceLink; self: ResourceLink };
  id: string;
  status: FolderStatus;
  custom_data: unknown;
  created_at: string;
  updated_at: string;
}

export interface WebhookPayload extends PersonView {
  webhook_request_id: string;
  timestamp: string;
  reports?: Record<string, ReportStatus>;
}

const link = (href: string): ResourceLink => ({ href, http_methods: ['GET'] });

/** The person's status at `now` (epoch ms). `origin` begins the links. */
export function personView(person: StoredPerson, origin: string, now: number): PersonView {
  const base = `${origin}/v3/${person.country_code}`;
  return {
    _links: {
      person: link(`${base}/persons/${person.person_id}`),
      self: link(`${base}/reports/${person.person_id}`),
    },
    id: person.person_id,
    status: folderStatus(person),
    custom_data: person.custom_data,
    created_at: person.created_at,
    updated_at: updatedAt(person, now),
  };
}

/** When the folder ended; before, when the last of its reports changed. */
function updatedAt(person: StoredPerson, now: number): string {
  if (person.ended_at !== null) return timestampOf(person.ended_at);
  const changes = Object.values(reportsAt(person, now)).map((report) => report.updated_at);
  return changes.toSorted().at(-1) ?? person.created_at;
}

/** The completion webhook's body for a person whose folder is complete. */
export function webhookPayload(
  person: StoredPerson,
  origin: string,
  withDetails: boolean,
): WebhookPayload {
  const now = Date.now();
  return {
    webhook_request_id: crypto.randomUUID(),
    timestamp: String(now),
    ...personView(person, origin, now),
    ...(withDetails ? { reports: reportsAt(person, now) } : {}),
  };
}
