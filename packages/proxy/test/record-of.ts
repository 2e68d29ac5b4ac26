/** A record as the interface shows it. */
export const recordOf = (person_id: string, status = 'CREATED') => ({
  person_id,
  precandidate_id: `form-${person_id}`,
  form_url: 'https://forms.example/x',
  country_code: 'PE',
  precandidate_status: status,
  updated_at: status === 'CREATED' ? '2026-01-01T00:00:00.000000' : '2026-01-02T00:00:00.000000',
});
