/** An identifier of the service: a path segment that needs no escaping. */
export const IDENTIFIER = /^[A-Za-z0-9_-]{1,128}$/;

const segment = encodeURIComponent;

/** The proxy's paths; parameters keep the interface's names and order. */
export const PATHS = {
  sessions: '/sessions',
  revokeSessions: '/sessions/revoke',
  bootstrap: '/bootstrap',
  precandidates: '/precandidate',
  precandidate: (person_id: string) => `/precandidate/${segment(person_id)}`,
  schema: (person_id: string, form_id: string) =>
    `/precandidate/${segment(person_id)}/schema/${segment(form_id)}`,
  status: (person_id: string, form_id: string) =>
    `/precandidate/${segment(person_id)}/status/${segment(form_id)}`,
  submission: (person_id: string, form_id: string) =>
    `/precandidate/${segment(person_id)}/submission/${segment(form_id)}`,
  persons: (country_code: string) => `/${segment(country_code)}/persons`,
  personStatus: (country_code: string, person_id: string) =>
    `/${segment(country_code)}/persons/${segment(person_id)}/status`,
  reports: (country_code: string, person_id: string) =>
    `/${segment(country_code)}/reports/${segment(person_id)}`,
  deliveries: '/deliveries',
  replay: (delivery_id: string) => `/deliveries/${segment(delivery_id)}/replay`,
  personCompleted: '/webhooks/person-completed',
  widget: '/widget.js',
} as const;
