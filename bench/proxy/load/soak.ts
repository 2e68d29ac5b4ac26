import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Crowd, startCrowd } from '../crowd/start-crowd.ts';
import type { Row } from '../stage/keep-result.ts';
import { type BackEnd, startBackEnd } from '../stage/start-back-end.ts';
import { type ProxyProcess, startProxyProcess } from '../stage/start-proxy-process.ts';
import { startService } from '../stage/start-service.ts';
import { liveThrough } from './live-through.ts';
import { floorsOf, trendOf } from './trend.ts';

/** What is looked at, and how much it may grow after the warm-up: a share of itself, and a little. */
const FIGURES = {
  'heap MB': { share: 0.05, little: 2 },
  'RSS MB': { share: 0.05, little: 5 },
  'file descriptors': { share: 0.05, little: 10 },
  'active resources': { share: 0.05, little: 10 },
} as const;
type Figure = keyof typeof FIGURES;
type Sample = Record<Figure, number>;

export interface Soak {
  rows: Row[];
  samples: Sample[];
  isFlat: boolean;
  candidates: number;
  /** Events that the back end was owed and did not get. */
  missing: number;
  /** Events that came again: an answer that the proxy did not hear in time. */
  repeated: number;
}

const WARM_UP = 0.4;
/** So many fill every bounded cache of the proxy: its growth to there is no leak. */
const WARM_UP_CANDIDATES = 2_500;
/** A candidate's whole way is a dozen requests. */
const FASTEST_MS = 40;
const WATCHERS_EACH = 2;
const OPEN_AT_ONCE = 200;
const MOST_UNDER_WAY = 20;
const SAMPLES = 120;
const DELIVERED_WITHIN_MS = 30_000;

/** Candidates come, watch, submit and go for `minutes`; memory and handles must be flat after a while. */
export async function soak(minutes: number): Promise<Soak> {
  const data_dir = await mkdtemp(join(tmpdir(), 'precandidate-soak-'));
  const service = await startService();
  const backEnd = await startBackEnd();
  const proxy = await startProxyProcess(service.api_url, { DATA_DIR: data_dir, ...backEnd.env });
  const crowd = startCrowd();
  try {
    const ms = minutes * 60_000;
    const samples: Sample[] = [];
    const sampling = sample(proxy, samples, ms / SAMPLES);
    const candidates = await liveOn(proxy, crowd, ms).finally(sampling.stop);
    const missing = await owed(backEnd, candidates);
    return { ...judge(samples), samples, candidates, missing, repeated: backEnd.repeats() };
  } finally {
    await crowd.end();
    await proxy.end('SIGTERM');
    await service.stop();
    backEnd.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** Answers how many candidates there were. */
async function liveOn(proxy: ProxyProcess, crowd: Crowd, ms: number): Promise<number> {
  const every_ms = Math.max((ms * WARM_UP) / WARM_UP_CANDIDATES, FASTEST_MS);
  const began = Date.now();
  const underWay = new Set<Promise<void>>();
  let candidates = 0;
  let failure: unknown;
  while (Date.now() - began < ms && failure === undefined) {
    candidates += 1;
    const life = liveThrough(proxy, crowd, WATCHERS_EACH)
      .catch((error: unknown) => void (failure = error))
      .finally(() => underWay.delete(life));
    underWay.add(life);
    if (candidates * WATCHERS_EACH > OPEN_AT_ONCE) crowd.close(WATCHERS_EACH);
    const next_at = began + candidates * every_ms;
    await pause(Math.max(next_at - Date.now(), 0));
    if (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
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

/** Events still missing when all of them came, or after a while. */
async function owed(backEnd: BackEnd, candidates: number): Promise<number> {
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  const missing = (): number =>
    2 * candidates - backEnd.count('precandidate.submitted') - backEnd.count('person.completed');
  while (missing() > 0 && Date.now() < deadline) await pause(100);
  return missing();
}

function judge(all: readonly Sample[]): Pick<Soak, 'rows' | 'isFlat'> {
  const samples = all.slice(Math.floor(all.length * WARM_UP));
  const judged = (Object.keys(FIGURES) as Figure[]).map((figure) => {
    const values = samples.map((one) => one[figure]);
    const { from, to, growth } = trendOf(figure === 'heap MB' ? floorsOf(values, 4) : values);
    const { share, little } = FIGURES[figure];
    return { figure, from, to, growth, isFlat: growth <= from * share + little };
  });
  const rows = judged.map(({ from, to, growth, ...rest }) => ({
    ...rest,
    from: Number(from.toFixed(1)),
    to: Number(to.toFixed(1)),
    growth: Number(growth.toFixed(1)),
  }));
  return {
    rows: rows.map(({ isFlat, ...row }) => ({ ...row, verdict: isFlat ? 'flat' : 'grows' })),
    isFlat: judged.every(({ isFlat }) => isFlat),
  };
}
