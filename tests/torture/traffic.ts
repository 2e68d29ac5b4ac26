import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS } from 'precandidate-contract';
import type { Trap } from './kill-points.ts';
import type { SeededRandom } from '../stage/seeded-random.ts';
import type { BackEnd } from './servers.ts';

export const BACKEND_KEY = 'a-key-of-the-portals-back-end';
export const WEBHOOK_SECRET = 'a-secret-of-the-webhook';

/** A service that sends webhooks and candidates who submit, until `stop`. */
export interface Traffic {
  start(): void;
  /** Resolves when nothing is in flight. */
  stop(): Promise<void>;
}

/** A candidate with an open form. */
interface Candidate {
  person_id: string;
  form_id: string;
  token: string;
  key: string;
}

const WEBHOOK_SENDERS = 3;
const CANDIDATES = 3;
/** Between two requests of one sender, so that deliveries finish within the run. */
const PACE_MS = 15;
const DATA = { document_id: '44556671', city_locode: 'PE LIM' };

export function createTraffic(parts: {
  urls: readonly [string, ...string[]];
  ledger: Ledger;
  random: SeededRandom;
  trap: Trap;
}): Traffic {
  const { urls, ledger, random, trap } = parts;
  const webhooks: string[] = [];
  const candidates: Candidate[] = [];
  let ending = new AbortController();
  let senders: Promise<void>[] = [];

  async function post(path: string, body: object, headers: Record<string, string>) {
    const answer = await fetch(random.pick(urls) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { isTaken: answer.ok, body: (await answer.json()) as Record<string, string> };
  }

  async function sendWebhook(): Promise<void> {
    const id = webhooks.pop() ?? randomUUID();
    ledger.webhooks.set(id, ledger.webhooks.get(id) ?? false);
    try {
      const headers = { 'x-webhook-secret': WEBHOOK_SECRET };
      const { isTaken } = await post('/webhooks/person-completed', payload(id), headers);
      if (!isTaken) return void webhooks.push(id);
    } catch {
      // Without a response, half of the senders try again after the restart.
      if (random.below(2) === 0) webhooks.push(id);
      return;
    }
    ledger.webhooks.set(id, true);
    await trap.pass('webhook responded');
  }

  async function openForm(): Promise<Candidate> {
    const headers = { authorization: `Bearer ${BACKEND_KEY}` };
    const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
    const created = await post('/precandidate', creation, headers);
    const { person_id = '', precandidate_id: form_id = '' } = created.body;
    const minted = await post('/sessions', { person_id, form_id, html: false }, headers);
    return {
      person_id,
      form_id,
      token: minted.body['token'] ?? '',
      key: randomUUID(),
    };
  }

  async function isSubmitted(candidate: Candidate): Promise<boolean> {
    const { person_id, form_id, token, key } = candidate;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const { isTaken } = await post(PATHS.submission(person_id, form_id), DATA, headers);
    return isTaken;
  }

  async function submitForm(): Promise<void> {
    const candidate = candidates.pop() ?? (await openForm().catch(() => undefined));
    if (!candidate?.token) return;
    const { form_id } = candidate;
    ledger.submissions.set(form_id, ledger.submissions.get(form_id) ?? false);
    try {
      if (!(await isSubmitted(candidate))) return void candidates.push(candidate);
    } catch {
      if (random.below(2) === 0) candidates.push(candidate);
      return;
    }
    ledger.submissions.set(form_id, true);
    await trap.pass('submission responded');
  }

  async function keepOn(send: () => Promise<void>, { signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await send();
      await pause(PACE_MS);
    }
  }

  return {
    start() {
      ending = new AbortController();
      senders = [
        ...Array.from({ length: WEBHOOK_SENDERS }, () => keepOn(sendWebhook, ending)),
        ...Array.from({ length: CANDIDATES }, () => keepOn(submitForm, ending)),
      ];
    },
    async stop() {
      ending.abort();
      await Promise.all(senders);
    },
  };
}

function payload(webhook_request_id: string): object {
  const href = `https://service.example/v3/pe/persons/${webhook_request_id}`;
  const link = { href, http_methods: ['GET'] };
  return {
    webhook_request_id,
    timestamp: '1790000000',
    _links: { person: link, self: link },
    id: webhook_request_id,
    status: 'PASSED',
    custom_data: null,
    created_at: '2026-01-01T00:00:00.000000',
    updated_at: '2026-01-02T00:00:00.000000',
  };
}

/** Requests to the proxy, and whether it acknowledged them with a 2xx. */
export interface Ledger {
  /** `webhook_request_id` → acknowledged. */
  webhooks: Map<string, boolean>;
  /** `precandidate_id` → acknowledged. */
  submissions: Map<string, boolean>;
}

/** Identifiers of acknowledged data that has not arrived. */
export interface Missing {
  /** Without an event. */
  webhooks: string[];
  /** Without data at the service. */
  submissions: string[];
  /** With data at the service, but without an event. */
  submitted_events: string[];
}

/** Data that arrived more than once. */
export interface Doubled {
  /** Events repeated with the same `webhook-id`, which receivers must expect. */
  events: number;
  /** One webhook with two `webhook-id`s, which no receiver can detect. */
  webhooks: number;
  /** Repeated posts of a form. */
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
