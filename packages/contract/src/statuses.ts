/** A documented value or any other: values that the service does not document are passed on. */
export type OrUnknown<Known extends string> = Known | (string & Record<never, never>);

/** Documented statuses of a precandidate. */
export const PRECANDIDATE_STATUSES = ['CREATED', 'SUBMITTED'] as const;
export type PrecandidateStatus = OrUnknown<(typeof PRECANDIDATE_STATUSES)[number]>;

/** Documented statuses of a person's folder. */
export const FOLDER_STATUSES = ['PASSED', 'FAILED', 'INCOMPLETE', 'INFO', 'ERROR'] as const;
export type FolderStatus = OrUnknown<(typeof FOLDER_STATUSES)[number]>;

/** Documented states of a report. */
export const REPORT_STATES = ['COMPLETED', 'INCOMPLETE', 'ERROR'] as const;
export type ReportState = OrUnknown<(typeof REPORT_STATES)[number]>;

/** Documented outcomes of a report; `null` unless its state is `COMPLETED`. */
export const REPORT_OUTCOMES = ['PASSED', 'FAILED', 'INFO'] as const;
export type ReportOutcome = OrUnknown<(typeof REPORT_OUTCOMES)[number]> | null;

/** Whether the service says that the form is submitted. Nothing else confirms a submission. */
export function isSubmitted(status: PrecandidateStatus | undefined): boolean {
  return status === 'SUBMITTED';
}
