import type { FolderStatus, ReportOutcome, ReportState } from './statuses.ts';

/** One report of a person. Times are ISO 8601. */
export interface ReportStatus {
  created_at: string;
  updated_at: string;
  state: ReportState;
  /** `null` unless `state` is `COMPLETED`. */
  outcome: ReportOutcome;
  /** Present when the report was reviewed by hand. */
  reviewed_at?: string;
}

/** A link in the payload. */
export interface ResourceLink {
  href: string;
  http_methods: string[];
}

/**
 * The completion webhook, which the service sends when a person's folder completes. When the proxy
 * finds the completion by polling, `webhook_request_id`, `timestamp`, and `reports` are absent.
 */
export interface PersonCompleted {
  /** Identifies this webhook request; repeated deliveries have the same. */
  webhook_request_id?: string;
  /** Numeric string; in practice, milliseconds since the epoch. */
  timestamp?: string;
  _links: { person: ResourceLink; self: ResourceLink };
  /** Person identifier. */
  id: string;
  status: FolderStatus;
  /** The value from the creation; `null` when none. */
  custom_data: unknown;
  created_at: string;
  updated_at: string;
  /** By report name; can be absent without `webhook_details`. */
  reports?: Record<string, ReportStatus>;
}
