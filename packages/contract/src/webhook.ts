import type { FolderStatus, ReportOutcome, ReportState } from './statuses.ts';

/** One report of a person. Times are ISO 8601. */
export interface ReportStatus {
  created_at: string;
  updated_at: string;
  state: ReportState;
  /** `null` unless `state` is `COMPLETED`. */
  outcome: ReportOutcome;
  /** Present only when the report was reviewed by hand. */
  reviewed_at?: string;
}

/** A link of the payload. */
export interface ResourceLink {
  href: string;
  http_methods: string[];
}

/**
 * The completion webhook: sent once a person's folder completes. Found by a look instead, it has
 * neither `webhook_request_id` nor `timestamp` nor `reports`.
 */
export interface PersonCompleted {
  /** Identifier of this webhook request; the key by which a repeated one is recognised. */
  webhook_request_id?: string;
  /** Numeric string (milliseconds since the epoch, as seen). */
  timestamp?: string;
  _links: { person: ResourceLink; self: ResourceLink };
  /** Person identifier. */
  id: string;
  status: FolderStatus;
  /** Value given at creation; `null` when none. */
  custom_data: unknown;
  created_at: string;
  updated_at: string;
  /** Report name → status; may be absent when details were not asked for. */
  reports?: Record<string, ReportStatus>;
}
