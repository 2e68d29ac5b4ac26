import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS } from 'precandidate-contract';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Trap } from './trap.ts';

export const BACKEND_KEY = 'a-key-of-the-portals-back-end';
export const WEBHOOK_SECRET = 'a-secret-of-the-webhook';

/** The service that sends webhooks, and candidates that submit, until told to stop. */
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
/** Between two requests of one sender: what is owed has to go out within the run. */
const PACE_MS = 15;
const DATA = { document_id: '44556671', city_locode: 'PE LIM' };

export function createTraffic(parts: {
  urls: readonly [string, ...string[]];
  ledger: Ledger;
  random: Random;
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
      // No answer: half of those who send try again, after the restart.
      if (random.below(2) === 0) webhooks.push(id);
      return;
    }
    ledger.webhooks.set(id, true);
    await trap.pass('webhook answered');
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
    await trap.pass('submission answered');
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
