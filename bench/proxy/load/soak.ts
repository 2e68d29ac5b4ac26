import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCrowd, type Crowd } from '../crowd/start-crowd.ts';
import { ORIGIN, RELAY_SECRET } from 'precandidate-testing/service.ts';
import { createCandidates, mintSessions, type Visitor } from '../stage/candidates.ts';
import { startReceiver, type Receiver } from 'precandidate-testing/receiver.ts';
import { startProxyProcess, startService, type ProxyProcess } from '../stage/processes.ts';
import type { Row } from '../stage/results.ts';

/** Figures that must not grow after the warm-up by more than a share of themselves and a constant. */
const FIGURES = {
  'heap MB': { share: 0.05, constant: 2 },
  'RSS MB': { share: 0.05, constant: 5 },
  'file descriptors': { share: 0.05, constant: 10 },
  'active resources': { share: 0.05, constant: 10 },
} as const;
type Figure = keyof typeof FIGURES;
type Sample = Record<Figure, number>;

export interface Soak {
  rows: Row[];
  samples: Sample[];
  isFlat: boolean;
  candidates: number;
  /** Events that the back end did not receive. */
  missing: number;
  /** Events that the back end received again. */
  repeated: number;
}

const WARM_UP = 0.4;
/** Enough to fill every bounded cache of the proxy. */
const WARM_UP_CANDIDATES = 2_500;
/** One candidate makes a dozen requests. */
const FASTEST_MS = 40;
const WATCHERS_EACH = 2;
const MAX_OPEN = 200;
const MAX_CONCURRENT = 20;
const SAMPLES = 120;
const DELIVERED_WITHIN_MS = 120_000;

/** For `minutes`, candidates open, watch, and submit forms; memory and handles must not grow. */
export async function soak(minutes: number): Promise<Soak> {
  const data_dir = await mkdtemp(join(tmpdir(), 'precandidate-soak-'));
  const service = await startService();
  const backEnd = await startReceiver();
  const relay = { RELAY_URL: backEnd.url, RELAY_SECRET, RELAY_ALLOW_PRIVATE: 'true' };
  const proxy = await startProxyProcess(service.api_url, { DATA_DIR: data_dir, ...relay });
  const crowd = startCrowd();
  try {
    const ms = minutes * 60_000;
    const samples: Sample[] = [];
    const sampling = sample(proxy, samples, ms / SAMPLES);
    const candidates = await completeForms(proxy, crowd, ms).finally(sampling.stop);
    const missing = await missingEvents(backEnd, candidates);
    const repeated = backEnd.received.length - distinct(backEnd);
    return { ...judge(samples), samples, candidates, missing, repeated };
  } finally {
    await crowd.end();
    await proxy.end();
    await service.stop();
    await backEnd.close();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** Resolves to the number of candidates. */
async function completeForms(proxy: ProxyProcess, crowd: Crowd, ms: number): Promise<number> {
  const every_ms = Math.max((ms * WARM_UP) / WARM_UP_CANDIDATES, FASTEST_MS);
  const began = Date.now();
  const running = new Set<Promise<void>>();
  let candidates = 0;
  let failure: unknown;
  while (Date.now() - began < ms && failure === undefined) {
    candidates += 1;
    const candidate = completeOneForm(proxy, crowd, WATCHERS_EACH)
      .catch((error: unknown) => void (failure = error))
      .finally(() => running.delete(candidate));
    running.add(candidate);
    if (candidates * WATCHERS_EACH > MAX_OPEN) crowd.close(WATCHERS_EACH);
    const next_at = began + candidates * every_ms;
    await pause(Math.max(next_at - Date.now(), 0));
    if (running.size >= MAX_CONCURRENT) await Promise.race(running);
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure;
  return candidates;
}

function sample(proxy: ProxyProcess, samples: Sample[], every_ms: number) {
  const take = async (): Promise<void> => {
    const { rss, fds } = proxy.figures();
    const heap = await proxy.metric('nodejs_heap_size_used_bytes');
    const resources = await proxy.metric('nodejs_active_resources_total');
    samples.push({
      'heap MB': heap / 1e6,
      'RSS MB': rss / 1e6,
      'file descriptors': fds,
      'active resources': resources,
    });
  };
  const timer = setInterval(() => void take(), every_ms);
  return { stop: () => clearInterval(timer) };
}

/** Waits until all events have arrived, or for a while; resolves to the number of missing ones. */
async function missingEvents(backEnd: Receiver, candidates: number): Promise<number> {
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  const ends = ['precandidate.submitted', 'person.completed'];
  while (distinct(backEnd, ends) < 2 * candidates && Date.now() < deadline) await pause(100);
  return 2 * candidates - distinct(backEnd, ends);
}

/** Received events, of some types; a repeated one counts once. */
function distinct({ received }: Receiver, types?: readonly string[]): number {
  const counted = received.filter(({ event }) => types?.includes(event.type) !== false);
  return new Set(counted.map(({ headers }) => headers['webhook-id'])).size;
}

function judge(all: readonly Sample[]): Pick<Soak, 'rows' | 'isFlat'> {
  const samples = all.slice(Math.floor(all.length * WARM_UP));
  const judged = (Object.keys(FIGURES) as Figure[]).map((figure) => {
    const values = samples.map((one) => one[figure]);
    const { from, to, growth } = trendOf(figure === 'heap MB' ? minimaOf(values, 4) : values);
    const { share, constant } = FIGURES[figure];
    return { figure, from, to, growth, isFlat: growth <= from * share + constant };
  });
  const round = (value: number) => Number(value.toFixed(1));
  return {
    rows: judged.map(({ figure, from, to, growth, isFlat }) => ({
      figure,
      from: round(from),
      to: round(to),
      growth: round(growth),
      verdict: isFlat ? 'flat' : 'grows',
    })),
    isFlat: judged.every(({ isFlat }) => isFlat),
  };
}

const DATA = { document_id: '44556677', city_locode: 'PE LIM' };

/**
 * Creates a candidate, opens `watchers` streams, submits the form, and creates a person who completes
 * by webhook. Rejects on any unexpected response.
 */
async function completeOneForm(proxy: ProxyProcess, crowd: Crowd, watchers: number): Promise<void> {
  const candidates = await createCandidates(proxy, 1);
  const sessions = await mintSessions(proxy, candidates, watchers);
  await crowd.open(sessions);
  const [first] = sessions;
  if (first) await submit(first);
  await proxy.backend('/PE/persons', {
    document_id: DATA.document_id,
    pipeline: { name: 'peru_basic' },
  });
}

const TRIES = 20;

/** Submits again after a 5xx, as a candidate would: a busy machine can exceed a deadline of the proxy. */
async function submit({ url, person_id, form_id, token }: Visitor): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    origin: ORIGIN,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${url}/precandidate/${person_id}/submission/${form_id}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(DATA),
    });
    const text = await response.text();
    if (response.ok) return;
    if (response.status < 500 || tries === TRIES)
      throw new Error(`submission: ${response.status} ${text}`);
  }
}

/** Start, end, and growth of the regression line through evenly spaced samples. */
function trendOf(samples: readonly number[]) {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const covariance = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const variance = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const growth = variance === 0 ? 0 : (covariance / variance) * (samples.length - 1);
  return { from: mean - growth / 2, to: mean + growth / 2, growth };
}

/** The minimum of each `size` samples: the heap after garbage collection. */
function minimaOf(samples: readonly number[], size: number): number[] {
  const groups = Math.floor(samples.length / size);
  return Array.from({ length: groups }, (_, group) =>
    Math.min(...samples.slice(group * size, (group + 1) * size)),
  );
}
