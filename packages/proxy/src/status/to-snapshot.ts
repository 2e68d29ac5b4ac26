import type { Snapshot, SubmissionChannel } from 'precandidate-contract';
import type { FormRow } from './form-row.ts';
import { isWebAddress } from '../submissions/allowed-host.ts';
import { isRecord } from './service-record.ts';

/** A form's row as a browser is told of it. */
export function toSnapshot(form: FormRow, channel: SubmissionChannel): Snapshot {
  return {
    revision: form.revision,
    person_id: form.person_id,
    precandidate_id: form.form_id,
    precandidate_status: form.precandidate_status,
    updated_at: form.updated_at,
    state: form.state,
    attempt: form.attempt,
    by: form.submitted_by,
    channel,
    form_url: channel === 'handoff' ? webAddressOf(form) : null,
  };
}

function webAddressOf(form: FormRow): string | null {
  const address = fieldOf(form, 'form_url');
  return address !== null && isWebAddress(address) ? address : null;
}

/** A text field of the form's record; `null` when absent. */
export function fieldOf(form: FormRow, field: string): string | null {
  const record: unknown = form.record === null ? null : JSON.parse(form.record);
  const value = isRecord(record) ? record[field] : null;
  return typeof value === 'string' ? value : null;
}
