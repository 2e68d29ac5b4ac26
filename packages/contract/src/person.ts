/**
 * Body of `POST /{country_code}/persons`: the documented fields. Other fields are passed on
 * unchanged.
 */
export interface PersonCreation {
  /** Identity document number. */
  document_id?: string;
  /** The pipeline to apply, by name. */
  pipeline?: { name: string };
  /** URL for the completion webhook. Absent: the proxy adds its own. */
  webhook_url?: string;
  /** `true`: the webhook contains report details. Default: status only. */
  webhook_details?: boolean;
  /** Headers that the service sends with the webhook. */
  webhook_headers?: Record<string, string>;
  /** Kept with the person and returned in the webhook; `null` when none. */
  custom_data?: unknown;
  [field: string]: unknown;
}
