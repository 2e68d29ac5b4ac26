import type { BrowserPrecandidate } from 'precandidate-contract';

/** The workflow in which the service calls the candidate. */
const CALLING = 'candidate_screening';

/** Whether the record says that the candidate will be called: its pipeline or a report is named so. */
export function expectsCall(record: Partial<BrowserPrecandidate> | null): boolean {
  const names: unknown[] = [record?.pipeline_name, record?.reports_enabled].flat();
  return names.some((name) => typeof name === 'string' && name.toLowerCase().includes(CALLING));
}
