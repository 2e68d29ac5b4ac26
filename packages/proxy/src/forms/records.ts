import {
  BROWSER_PRECANDIDATE_FIELDS,
  isSubmitted,
  type Snapshot,
  type SubmissionChannel,
} from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import { isWebAddress } from '../shared/allowed-host.ts';
import type { FormRow, Observation } from './form-store.ts';

/** A record as the service sent it: any field may be absent or have another type. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** The records of a person's list. Throws `service-answer-unusable` when it is no array. */
export function readRecords(value: unknown): ServiceRecord[] {
  if (!Array.isArray(value)) throw new ProblemError('service-answer-unusable');
  return value.filter(isRecord);
}

/** What a record says about its form; `undefined` when it does not name one. */
export function observationOf(
  person_id: string,
  record: ServiceRecord,
  looked_at: number,
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
    looked_at,
  };
}

function pickBrowserFields(record: ServiceRecord): ServiceRecord {
  const present = BROWSER_PRECANDIDATE_FIELDS.filter((field) => record[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, record[field]]));
}

/** A form's row as browsers get it. */
export function toSnapshot(form: FormRow, channel: SubmissionChannel): Snapshot {
  return {
    revision: form.revision,
    person_id: form.person_id,
    precandidate_id: form.form_id,
    precandidate_status: form.precandidate_status,
    updated_at: form.updated_at,
    state: form.state,
    attempt: form.attempt,
    stored: form.state === 'sending' && form.acknowledged === 1,
    by: form.submitted_by,
    channel,
    form_url: channel === 'handoff' ? formUrlOf(form) : null,
  };
}

function formUrlOf(form: FormRow): string | null {
  const url = fieldOf(form, 'form_url');
  return url !== null && isWebAddress(url) ? url : null;
}

/** A text field of the form's record; `null` when absent. */
export function fieldOf(form: FormRow, field: string): string | null {
  const record: unknown = form.record === null ? null : JSON.parse(form.record);
  return isRecord(record) ? textOrNull(record[field]) : null;
}

export function isRecord(value: unknown): value is ServiceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
