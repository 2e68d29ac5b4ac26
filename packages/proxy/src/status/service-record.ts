import { BROWSER_PRECANDIDATE_FIELDS, isSubmitted } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { Observation } from './form-store.ts';

/** A record as the service sent it: any field may be absent or of another type. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** The records of a person's list; rejects a value that is not an array of objects. */
export function readRecords(value: unknown): ServiceRecord[] {
  if (!Array.isArray(value)) throw new ProblemError('service-answer-unusable');
  return value.filter(isRecord);
}

/** Only what a browser may see. */
function redactRecord(record: ServiceRecord): ServiceRecord {
  const shown = BROWSER_PRECANDIDATE_FIELDS.filter((field) => record[field] !== undefined);
  return Object.fromEntries(shown.map((field) => [field, record[field]]));
}

/** What a record says of its form; `undefined` when it does not name one. */
export function observationOf(
  person_id: string,
  record: ServiceRecord,
  looked_at: number,
): Observation | undefined {
  const form_id = text(record['precandidate_id']);
  if (form_id === null) return undefined;
  const precandidate_status = text(record['precandidate_status']);
  return {
    person_id,
    form_id,
    record: JSON.stringify(redactRecord(record)),
    precandidate_status,
    updated_at: text(record['updated_at']),
    submitted: isSubmitted(precandidate_status ?? undefined),
    looked_at,
  };
}

export function isRecord(value: unknown): value is ServiceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
