import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCrowd } from '../crowd/start-crowd.ts';
import { createCandidates, mintTokens } from '../stage/create-candidates.ts';
import {
  COLLECTABLE,
  startProxyProcess,
  startService,
  type ProxyProcess,
  type ServiceProcess,
} from '../stage/processes.ts';
import type { Row } from '../stage/results.ts';
import { coreShare } from '../stage/start-child.ts';
import { makeChanges } from './changes.ts';

/** Size of a run. */
export interface OneProcessRun {
  watchers: number;
  persons: number;
  /** Time that it is measured idle, in seconds. */
  seconds: number;
  changes: number;
  /** Settings of the proxy besides the defaults. */
  env: Record<string, string>;
}

/** Until the poll intervals have grown to their maximum. */
const SETTLE_MS = 20_000;
/** After the start, until the process is idle. */
const REST_MS = 2_000;
const NAIVE_POLL_S = 3;
const POLL = 'GET /v3/precandidate/:person_id';

/** One process with SQLite: many watchers of fewer persons. */
export async function oneProcess(run: OneProcessRun): Promise<Row> {
  const data_dir = await mkdtemp(join(tmpdir(), 'precandidate-load-'));
  const service = await startService();
  const env = { DATA_DIR: data_dir, ...run.env };
  const { candidates, sessions } = await prepare(service, env, run);
  const proxy = await startProxyProcess(service.api_url, { ...COLLECTABLE, ...env });
  const crowd = startCrowd();
  try {
    await pause(REST_MS);
    const before = await memoryOf(proxy);
    await crowd.open(
      sessions.map(({ candidate, token }) => ({ ...candidate, token, urls: [proxy.url] })),
    );
    const settle_ms = run.seconds >= 20 ? SETTLE_MS : 0;
    await pause(settle_ms);
    const bytes = (await crowd.report()).bytes;
    const idle = await measureIdle(service, proxy, run.seconds);
    const to_browsers = (await crowd.report()).bytes - bytes;
    const per_person = run.watchers / run.persons;
    const changed = candidates.slice(0, run.changes);
    const start = proxy.figures();
    const changes = await makeChanges({ service, crowd }, changed, per_person, 500);
    const after = await memoryOf(proxy);
    const perWatcher = (from: number, to: number) => round((to - from) / run.watchers / 1_000, 1);
    return {
      watchers: run.watchers,
      persons: run.persons,
      'polls/s': round(idle.polls_per_second, 1),
      'naive polls/s': round(run.watchers / NAIVE_POLL_S, 0),
      'received %': round(changes.received * 100, 2),
      'seen p50 ms': changes.seen_p50_ms,
      'seen p95 ms': changes.seen_p95_ms,
      'spread ms': changes.spread_ms,
      'kB/watcher': perWatcher(before.rss, after.rss),
      'heap kB/watcher': perWatcher(before.heap, after.heap),
      'RSS MB before': round(before.rss / 1e6, 0),
      'RSS MB': round(idle.figures.rss / 1e6, 0),
      'kB/s to browsers': round(to_browsers / run.seconds / 1_000, 1),
      'core % idle': round(idle.core * 100, 1),
      'core % with changes': round(coreShare(start, proxy.figures()) * 100, 1),
    };
  } finally {
    await crowd.end();
    await proxy.end('SIGTERM');
    await service.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** In an earlier process, so that the memory for creating candidates is not measured. */
async function prepare(service: ServiceProcess, env: Record<string, string>, run: OneProcessRun) {
  const proxy = await startProxyProcess(service.api_url, env);
  const candidates = await createCandidates(proxy, run.persons);
  const sessions = await mintTokens(proxy, candidates, run.watchers);
  await proxy.end('SIGTERM');
  return { candidates, sessions };
}

/** Memory after a garbage collection, in bytes. */
async function memoryOf(proxy: ProxyProcess) {
  await proxy.collect();
  const heap = await proxy.metric('nodejs_heap_size_used_bytes');
  return { rss: proxy.figures().rss, heap };
}

async function measureIdle(service: ServiceProcess, proxy: ProxyProcess, seconds: number) {
  const from = proxy.figures();
  await service.takeCounts();
  await pause(seconds * 1_000);
  const figures = proxy.figures();
  const counts = await service.takeCounts();
  return {
    figures,
    core: coreShare(from, figures),
    polls_per_second: (counts[POLL] ?? 0) / ((figures.at - from.at) / 1_000),
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
