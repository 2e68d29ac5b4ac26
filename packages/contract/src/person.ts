/**
 * Body of `POST /{country_code}/persons`: the documented fields. Others are not documented and are
 * passed on as they are.
 */
export interface PersonCreation {
  /** Identity document number. */
  document_id?: string;
  /** The pipeline to apply, by name. */
  pipeline?: { name: string };
  /** Where the completion webhook is POSTed; the proxy fills in its own address when absent. */
  webhook_url?: string;
  /** `true`: the webhook carries report details. Absent or `false`: status only. */
  webhook_details?: boolean;
  /** Headers (name → value) that the service sends with the webhook. */
  webhook_headers?: Record<string, string>;
  /** Kept with the person and returned in the webhook; `null` when none. */
  custom_data?: unknown;
  [field: string]: unknown;
}
