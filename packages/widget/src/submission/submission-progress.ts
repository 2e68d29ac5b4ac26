import {
  maySubmit,
  PROBLEMS,
  type ProblemName,
  type Snapshot,
  type SubmissionState,
  type SubmittedBy,
} from 'precandidate-contract';
import type { PageAttempts } from './page-attempts.ts';

/** A snapshot that is newer than the last one. */
export interface Step {
  from: SubmissionState;
  to: SubmissionState;
}

/** A form's progress, from the proxy's snapshots and this page's submits. */
export class SubmissionProgress {
  #snapshot: Snapshot | undefined;
  /** The submit that is under way, or whose outcome is unknown: its `Idempotency-Key` and its data. */
  #attempt: { key: string; body: string } | undefined;
  #isHandedOff = false;
  readonly #form: { readonly hasOpened: boolean };
  readonly #pageAttempts: PageAttempts;

  constructor(form: { readonly hasOpened: boolean }, pageAttempts: PageAttempts) {
    this.#form = form;
    this.#pageAttempts = pageAttempts;
  }

  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  get state(): SubmissionState {
    return this.#snapshot?.state ?? 'open';
  }

  get canSubmit(): boolean {
    return maySubmit(this.state);
  }

  /** Whether the proxy checked the data, and the candidate enters it in the hosted form. */
  get isHandedOff(): boolean {
    return this.#isHandedOff;
  }

  get isOver(): boolean {
    return this.state === 'submitted';
  }

  /** Whether the proxy will deliver the data by itself, so that the candidate can close the page. */
  get isStored(): boolean {
    return this.state === 'sending' && this.#snapshot?.stored === true;
  }

  /** The precandidate whose data the service has; `null` before it has any. */
  get submittedId(): string | null {
    const hasNone = this.canSubmit || this.state === 'sending';
    return hasNone ? null : (this.#snapshot?.precandidate_id ?? null);
  }

  /**
   * Whether another page made the latest attempt: another tab, or this one before a reload. If this page
   * has opened the form, such data counts as collected elsewhere.
   */
  get isForeign(): boolean {
    const { attempt = 0 } = this.#snapshot ?? {};
    return this.#form.hasOpened && !this.#ownAttempts?.has(attempt);
  }

  /** Who collected the data; `null` before the service confirmed it. */
  get by(): SubmittedBy | null {
    const by = this.#snapshot?.by ?? null;
    return by === 'form' && this.isForeign ? 'elsewhere' : by;
  }

  /** Applies a snapshot; `undefined` when a newer one is known. */
  receive(snapshot: Snapshot): Step | undefined {
    const before = this.#snapshot;
    if (before && snapshot.revision <= before.revision) return undefined;
    const from = this.state;
    const to = snapshot.state;
    this.#snapshot = snapshot;
    // The stream may arrive before the response to a submit.
    if (snapshot.attempt > (before?.attempt ?? 0)) this.#ownAttempts?.counted(snapshot.attempt);
    if (to !== from && to !== 'sending') this.#endAttempt();
    return { from, to };
  }

  /**
   * Starts a submit, once there is a snapshot. The same data as in a submit with unknown outcome keeps its
   * key, so that the proxy sends it once however often the candidate tries.
   *
   * @returns the `Idempotency-Key`
   */
  begin(body: string): string {
    if (this.#attempt?.body !== body) this.#attempt = { key: newKey(), body };
    this.#ownAttempts?.begin(this.#attempt.key);
    return this.#attempt.key;
  }

  accepted({ attempt, channel, state }: Snapshot): void {
    this.#ownAttempts?.accepted(attempt);
    this.#ownAttempts?.end(this.#attempt?.key);
    this.#isHandedOff = channel === 'handoff' && state === 'open';
  }

  /** Whether a later snapshot already says that the service did not get the data of this one. */
  hasReturned({ state, revision }: Snapshot): boolean {
    const isLater = revision < (this.#snapshot?.revision ?? revision);
    return isLater && state === 'sending' && this.state === 'open';
  }

  rejected(problem: ProblemName): void {
    const { status, retryable } = PROBLEMS[problem];
    // Only a submit that may have arrived keeps its key. A 409 means another page's submit is under way.
    if (!retryable || status === 409) this.#endAttempt();
    if (status === 409 && this.#snapshot) this.#ownAttempts?.lost(this.#snapshot.attempt);
  }

  /** Whether the state already says what the problem says. */
  isExplainedByState(problem: ProblemName): boolean {
    return this.isOver || (EXPLAINED_BY_STATE[problem]?.includes(this.state) ?? false);
  }

  #endAttempt(): void {
    this.#ownAttempts?.end(this.#attempt?.key);
    this.#attempt = undefined;
  }

  get #ownAttempts() {
    return this.#snapshot && this.#pageAttempts.of(this.#snapshot);
  }
}

const EXPLAINED_BY_STATE: Partial<Record<ProblemName, readonly SubmissionState[]>> = {
  'already-submitted': ['sending', 'sent'],
  'submission-in-progress': ['sending', 'sent'],
  'submission-refused': ['refused'],
};

/** Status codes after which the submission's state may differ from what this page knows. */
const OTHER_STATE: ReadonlySet<number> = new Set([409, 422, 502, 503]);

/** Whether the page should read the state again after a problem. */
export function mayHaveOtherState(problem: ProblemName): boolean {
  return OTHER_STATE.has(PROBLEMS[problem].status);
}

/** What events say about the form. */
export function idsOf({ person_id, precandidate_id }: Snapshot) {
  return { person_id, precandidate_id };
}

/** Pages without TLS have no `crypto.randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What `element.state` and `:state()` say; `docs/reference/element.md` describes them. */
export const ELEMENT_STATES = [
  'loading',
  'ready',
  'checking',
  'sending',
  'sent',
  'submitted',
  'elsewhere',
  'handed-off',
  'refused',
  'unconfirmed',
  'offline',
  'problem',
] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

export type ProgressFacts = Pick<SubmissionProgress, 'state' | 'by' | 'isStored' | 'isHandedOff'>;

export interface RequestFacts {
  /** This page has opened the form. */
  hasOpened: boolean;
  problem: ProblemName | undefined;
  /** A submit waits for its response. */
  isSubmitting: boolean;
  isOnline: boolean;
}

/** Once the proxy or the service has the data, no problem changes the state. */
export function elementState(
  { state, by, isStored, isHandedOff }: ProgressFacts,
  { hasOpened, problem, isSubmitting, isOnline }: RequestFacts,
): ElementState {
  if (state === 'submitted') return by === 'elsewhere' ? 'elsewhere' : 'submitted';
  if (state === 'sent') return 'sent';
  if (isStored && !isSubmitting) return 'sending';
  if (isSubmitting) return 'checking';
  if (problem === 'proxy-unreachable' && !isOnline && hasOpened) return 'offline';
  if (problem !== undefined) return 'problem';
  if (state === 'sending') return 'sending';
  if (!hasOpened) return 'loading';
  if (state === 'refused' || state === 'unconfirmed') return state;
  return isHandedOff ? 'handed-off' : 'ready';
}
