import type { BackEnd } from './start-back-end.ts';

/** What was sent to the proxy, and what it acknowledged by a 2xx. */
export interface Ledger {
  /** `webhook_request_id` → acknowledged. */
  webhooks: Map<string, boolean>;
  /** `precandidate_id` → acknowledged. */
  submissions: Map<string, boolean>;
}

/** What of the acknowledged has not arrived; identifiers. */
export interface Missing {
  /** No event brought it. */
  webhooks: string[];
  /** The service has no data. */
  submissions: string[];
  /** The service has it, and nobody told the back end. */
  submitted_events: string[];
}

/** What arrived more often than once. */
export interface Doubled {
  /** Events taken again under the `webhook-id` of the first time, as receivers are told to expect. */
  events: number;
  /** One webhook under two `webhook-id`s: no receiver could tell. */
  webhooks: number;
  /** Posts beyond the first that reached a form. */
  posts: number;
}

interface Kept {
  precandidate_status: string;
  form_posts: number;
}

const acknowledgedOf = (all: ReadonlyMap<string, boolean>): string[] =>
  [...all].flatMap(([id, acknowledged]) => (acknowledged ? [id] : []));

export const countAcknowledged = (all: ReadonlyMap<string, boolean>): number =>
  acknowledgedOf(all).length;

export async function missingOf(
  ledger: Ledger,
  backEnd: BackEnd,
  sandbox_url: string,
): Promise<Missing> {
  const forms = acknowledgedOf(ledger.submissions);
  const open = forms.filter((id) => !backEnd.submitted.has(id));
  const kept = await Promise.all(open.map((id) => keptOf(sandbox_url, id)));
  const isTaken = (index: number) => kept[index]?.precandidate_status === 'SUBMITTED';
  return {
    webhooks: acknowledgedOf(ledger.webhooks).filter((id) => !backEnd.completions.has(id)),
    submissions: open.filter((_, index) => !isTaken(index)),
    submitted_events: open.filter((_, index) => isTaken(index)),
  };
}

export async function doubledOf(
  ledger: Ledger,
  backEnd: BackEnd,
  sandbox_url: string,
): Promise<Doubled> {
  const kept = await Promise.all(
    [...ledger.submissions.keys()].map((id) => keptOf(sandbox_url, id)),
  );
  const beyondFirst = (counts: readonly number[]) =>
    counts.reduce((sum, count) => sum + Math.max(count - 1, 0), 0);
  return {
    events: beyondFirst([...backEnd.taken.values()]),
    webhooks: beyondFirst([...backEnd.completions.values()].map(({ size }) => size)),
    posts: beyondFirst(kept.map(({ form_posts }) => form_posts)),
  };
}

async function keptOf(sandbox_url: string, form_id: string): Promise<Kept> {
  const answer = await fetch(`${sandbox_url}/_control/precandidates/${form_id}`);
  return (await answer.json()) as Kept;
}
