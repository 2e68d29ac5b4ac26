/** A form at the service, and all that it received. Bodies are kept as text: every digit counts. */
export interface ServiceForm {
  person_id: string;
  form_id: string;
  /** The body that created it. */
  creation: string;
  email: string;
  schema: FormSchema;
  status: string;
  updated_at: number;
  /** How its record is listed. */
  listing: Listing;
  posts: Post[];
  /** With a long listing: its other records. */
  others?: string;
}

export interface FormSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
}

/** One post of the data that reached the service. */
export interface Post {
  /** What the candidate entered, see `exact`. */
  exact: string;
  key: string;
  /** Whether the sender got the response as a whole. */
  wasAnswered: boolean;
}

/**
 * `reordered`: with an older record of the person, in another order each time, as are its own lists ·
 * `doubled`: also as it was before · `long`: among thousands of others · `backwards`: as it was before.
 */
export const LISTINGS = ['plain', 'reordered', 'doubled', 'long', 'backwards'] as const;
export type Listing = (typeof LISTINGS)[number];

interface Forms {
  url: string;
  forms: Map<string, ServiceForm>;
}

const REPORTS = ['document_id_status', 'address_history', 'employment_history'];
/** A person with this many records is odd, but possible; the proxy reads lists of up to 4 MB. */
const LONG_LIST = 20_000;
let lists = 0;

export function recordOf(
  { url }: Forms,
  form: ServiceForm,
  { status = form.status, reports = REPORTS } = {},
) {
  return {
    person_id: form.person_id,
    precandidate_id: form.form_id,
    form_url: `${url}/forms/${form.form_id}`,
    reports_enabled: reports,
    report_settings: {},
    email: form.email,
    phone: '',
    country_code: 'PE',
    precandidate_status: status,
    pipeline_id: 'pipeline',
    pipeline_name: 'explored',
    created_at: timestamp(0),
    updated_at: timestamp(status === form.status ? form.updated_at : 0),
  };
}

/** The records of a person as JSON. */
export function listForms(service: Forms, person_id: string): string {
  const all = [...service.forms.values()].filter((form) => form.person_id === person_id);
  const text = JSON.stringify(all.flatMap((form) => listed(service, form)));
  const long = all.find(({ listing }) => listing === 'long');
  return long ? `${text.slice(0, -1)},${manyRecords(long)}]` : text;
}

function listed(service: Forms, form: ServiceForm): object[] {
  const record = recordOf(service, form);
  const before = recordOf(service, form, { status: 'CREATED' });
  const other = {
    ...recordOf(service, form, { status: 'SUBMITTED' }),
    precandidate_id: `${form.form_id}-other`,
  };
  const turned = recordOf(service, form, { reports: REPORTS.toReversed() });
  const isEven = lists++ % 2 === 0;
  switch (form.listing) {
    case 'plain':
    case 'long':
      return [record];
    case 'reordered':
      return isEven ? [record, other] : [other, turned];
    case 'doubled':
      return isEven ? [record, before] : [before, record];
    case 'backwards':
      return [before];
  }
}

/** Further records of the person, written only once: they take a while. */
function manyRecords(form: ServiceForm): string {
  const { person_id, form_id } = form;
  const other = (_: unknown, index: number) =>
    JSON.stringify({
      person_id,
      precandidate_id: `${form_id}-${index}`,
      precandidate_status: 'CREATED',
    });
  form.others ??= Array.from({ length: LONG_LIST }, other).join(',');
  return form.others;
}

/** Without zone, as the interface writes it. */
export function timestamp(ms: number): string {
  return new Date(Date.UTC(2026, 0, 1) + ms).toISOString().replace('Z', '000');
}
