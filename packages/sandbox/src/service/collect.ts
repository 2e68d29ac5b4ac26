import { SandboxError } from '../sandbox-error.ts';
import type { CollectedBy, StoredPrecandidate } from '../store/precandidate-store.ts';
import type { Account } from './account.ts';
import type { ReportRunner } from './report-runner.ts';

/**
 * Takes the candidate's data, already checked, and starts the reports; returns the precandidate as
 * it is now. Fails with 409 the second time.
 */
export function collect(
  account: Account,
  runner: ReportRunner,
  precandidate: StoredPrecandidate,
  data: Record<string, unknown>,
  collected_by: CollectedBy,
): StoredPrecandidate {
  const { person_id, precandidate_id } = precandidate;
  const submitted = account.precandidates.submit(precandidate_id, data, collected_by);
  if (submitted === undefined) throw new SandboxError(409, 'Form already submitted');
  runner.start(person_id, documentIdOf(data));
  return submitted;
}

/** The identity number among the collected fields; `null` when there is none. */
export function documentIdOf(data: object): string | null {
  const document_id = 'document_id' in data ? data.document_id : undefined;
  return typeof document_id === 'string' && document_id !== '' ? document_id : null;
}
