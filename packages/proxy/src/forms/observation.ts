import { BROWSER_PRECANDIDATE_FIELDS, isSubmitted } from 'precandidate-contract';
import { canonicalJson } from '../shared/digest.ts';
import { isJsonObject } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** A record as the service sent it: any field may be absent or have another type. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** What the service said about a form. */
export interface Observation {
  person_id: string;
  form_id: string;
  record: string;
  precandidate_status: string | null;
  updated_at: string | null;
  submitted: boolean;
  /** When the record was requested from the service. */
  requested_at: number;
}

/** The records of a person's list. Throws `service-answer-unusable` when it is no array. */
export function readRecords(value: unknown): ServiceRecord[] {
  if (!Array.isArray(value)) throw new ProblemError('service-answer-unusable');
  return value.filter(isJsonObject);
}

/** What a record says about its form; `undefined` when it does not name one. */
export function observationOf(
  person_id: string,
  record: ServiceRecord,
  requested_at: number,
): Observation | undefined {
  const form_id = textOrNull(record['precandidate_id']);
  if (form_id === null) return undefined;
  const precandidate_status = textOrNull(record['precandidate_status']);
  return {
    person_id,
    form_id,
    record: JSON.stringify(pickBrowserFields(record)),
    precandidate_status,
    updated_at: textOrNull(record['updated_at']),
    submitted: isSubmitted(precandidate_status ?? undefined),
    requested_at,
  };
}

/** Of a person's forms. Candidates have a few; a list of thousands is a fault of the service. */
const MOST_FORMS = 100;

/**
 * What a person's list says about each form, once: of several records of a form, the newest counts. Of
 * a long list, only the forms that `isWanted` names and the newest others are kept.
 */
export function observationsOf(
  person_id: string,
  records: readonly ServiceRecord[],
  requested_at: number,
  isWanted: (form_id: string) => boolean,
): Observation[] {
  const newest = new Map<string, Observation>();
  for (const record of records) {
    const seen = observationOf(person_id, record, requested_at);
    const other = seen && newest.get(seen.form_id);
    if (seen && (!other || compareAge(seen, other) > 0)) newest.set(seen.form_id, seen);
  }
  const all = [...newest.values()];
  if (all.length <= MOST_FORMS) return all;
  const wanted = all.filter(({ form_id }) => isWanted(form_id));
  const others = all.filter(({ form_id }) => !isWanted(form_id));
  const room = Math.max(MOST_FORMS - wanted.length, 0);
  return [...wanted, ...others.toSorted(compareAge).slice(others.length - room)];
}

/** Sorts the older record first, and equally old ones the same way each time. */
function compareAge(one: Observation, other: Observation): number {
  const [mine, theirs] = [one, other].map(({ updated_at, submitted, record }) =>
    [updated_at ?? '', submitted ? '1' : '0', meaningOf(record)].join(' '),
  ) as [string, string];
  return mine < theirs ? -1 : mine > theirs ? 1 : 0;
}

/** Whether two records differ in the order of fields or lists only. */
export function isSameRecord(seen: string, known: string | null): boolean {
  return seen === known || (known !== null && meaningOf(seen) === meaningOf(known));
}

function meaningOf(record: string): string {
  return canonicalJson(
    JSON.parse(record, (_key, value: unknown) =>
      Array.isArray(value)
        ? value.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
        : value,
    ),
  );
}

function pickBrowserFields(record: ServiceRecord): ServiceRecord {
  const present = BROWSER_PRECANDIDATE_FIELDS.filter((field) => record[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, record[field]]));
}

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;
