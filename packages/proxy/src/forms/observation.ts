import { BROWSER_PRECANDIDATE_FIELDS, canonicalJson, isSubmitted } from 'precandidate-contract';
import { digest } from '../shared/digest.ts';
import { depthExceeds, isJsonObject } from '../shared/json.ts';
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

const MAX_LEVELS = 100;

/** The records of a person's list that can be stored. Throws `service-answer-unusable` when it is no array. */
export function readRecords(value: unknown): ServiceRecord[] {
  if (!Array.isArray(value)) throw new ProblemError('service-answer-unusable');
  return value.filter(isJsonObject).filter((record) => !depthExceeds(record, MAX_LEVELS));
}

/** In characters. No path can name a form of more than 128, but its events are relayed. */
const LONGEST_ID = 500;

/** The form that a record names; `null`: none that can be stored. */
function formIdOf({ precandidate_id }: ServiceRecord): string | null {
  const form_id = textOrNull(precandidate_id);
  return form_id !== null && form_id.length <= LONGEST_ID ? form_id : null;
}

function observationOf(
  person_id: string,
  { form_id, record }: AgedRecord,
  requested_at: number,
): Observation {
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
const MAX_FORMS = 100;

/** A service that compares identifiers without case lists the same records under every spelling. */
const isOfOther = ({ person_id: own }: ServiceRecord, person_id: string): boolean =>
  typeof own === 'string' && own !== person_id;

/**
 * What a person's list says about each form, once; records that name another person, or this one in another
 * spelling, say nothing, so that no form is stored twice. Of several records of a form, the newest counts. Of
 * a long list, only the forms that `isWanted` names and the newest others are kept.
 */
export function observationsOf(
  person_id: string,
  records: readonly ServiceRecord[],
  requested_at: number,
  isWanted: (form_id: string) => boolean,
): Observation[] {
  const newest = new Map<string, AgedRecord>();
  for (const record of records) {
    const form_id = formIdOf(record);
    if (form_id === null || isOfOther(record, person_id)) continue;
    const aged = { form_id, record, age: ageOf(record) };
    const other = newest.get(form_id);
    if (!other || isNewer(aged, other)) newest.set(form_id, aged);
  }
  const forms = [...newest.values()];
  const wanted = forms.filter(({ form_id }) => isWanted(form_id));
  const others = forms.filter(({ form_id }) => !isWanted(form_id));
  const room = Math.max(MAX_FORMS - wanted.length, 0);
  // Only these are read in full: a list of thousands must not hold up everybody.
  const kept =
    others.length <= room
      ? others
      : others.toSorted((one, other) => compareTexts(other.age, one.age)).slice(0, room);
  return [...wanted, ...kept].map((aged) => observationOf(person_id, aged, requested_at));
}

interface AgedRecord {
  form_id: string;
  record: ServiceRecord;
  age: string;
}

/** Of two equally old records of a form, the same one is newer each time. */
function isNewer(one: AgedRecord, other: AgedRecord): boolean {
  if (one.age !== other.age) return one.age > other.age;
  const [mine, theirs] = [one, other].map(({ record }) =>
    meaningOf(JSON.stringify(pickBrowserFields(record))),
  ) as [string, string];
  return mine > theirs;
}

/** Of equally old records, a submitted one is newer. */
function ageOf(record: ServiceRecord): string {
  const status = textOrNull(record['precandidate_status']) ?? undefined;
  return `${textOrNull(record['updated_at']) ?? ''} ${isSubmitted(status) ? 1 : 0}`;
}

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** Whether two records differ in the order of fields or lists only. */
export function isSameRecord(seen: string, known: string | null): boolean {
  return seen === known || (known !== null && meaningOf(seen) === meaningOf(known));
}

function meaningOf(record: string): string {
  return canonicalJson(
    JSON.parse(record, (_key, value: unknown) =>
      Array.isArray(value) ? value.map((each) => digest(canonicalJson(each))).toSorted() : value,
    ),
  );
}

function pickBrowserFields(record: ServiceRecord): ServiceRecord {
  const present = BROWSER_PRECANDIDATE_FIELDS.filter((field) => record[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, record[field]]));
}

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;
