import type { StoredPrecandidate } from '../store/precandidate-store.ts';

/** The record of the interface: exactly its 13 fields. */
export function precandidateRecord(precandidate: StoredPrecandidate, origin: string) {
  return {
    person_id: precandidate.person_id,
    precandidate_id: precandidate.precandidate_id,
    form_url: precandidate.form_url ?? `${origin}/forms/${precandidate.precandidate_id}`,
    reports_enabled: precandidate.reports_enabled,
    report_settings: precandidate.report_settings,
    email: precandidate.email,
    phone: precandidate.phone,
    country_code: precandidate.country_code,
    precandidate_status: precandidate.precandidate_status,
    pipeline_id: precandidate.pipeline_id,
    pipeline_name: precandidate.pipeline_name,
    created_at: precandidate.created_at,
    updated_at: precandidate.updated_at,
  };
}
