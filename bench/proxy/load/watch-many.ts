import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changeForms } from '../crowd/change-forms.ts';
import { startCrowd } from '../crowd/start-crowd.ts';
import { createCandidates, mintSessions } from '../stage/candidates.ts';
import {
  startProxyProcess,
  startService,
  type ProxyProcess,
  type ServiceProcess,
} from '../stage/processes.ts';
import { quantile } from '../../src/report/results.ts';
import { type Row } from '../stage/results.ts';
import { coreShare } from '../stage/start-child.ts';

/** Size of a run. */
export interface WatchersRun {
  watchers: number;
  persons: number;
  /** Time that it is measured idle, in seconds. */
  seconds: number;
  changes: number;
  /** Settings of the proxy besides the defaults. */
  env: Record<string, string>;
}

const CHANGE_EVERY_MS = 500;
/** Until the poll intervals have grown to their maximum. */
const SETTLE_MS = 20_000;
/** After the start, until the process is idle. */
const REST_MS = 2_000;
const POLL = 'GET /v3/precandidate/:person_id';

/** One process with SQLite: many watchers of fewer persons. */
export async function watchMany(run: WatchersRun): Promise<Row> {
  const data_dir = await mkdtemp(join(tmpdir(), 'precandidate-load-'));
  const service = await startService();
  const env = { DATA_DIR: data_dir, ...run.env };
  const { candidates, sessions } = await prepare(service, env, run);
  const proxy = await startProxyProcess(service.api_url, env);
  const crowd = startCrowd();
  try {
    await pause(REST_MS);
    const browsers = sessions.map((session) => ({ ...session, url: proxy.url }));
    const half = Math.floor(run.watchers / 2);
    const before = await memoryOf(proxy);
    await crowd.open(browsers.slice(0, half));
    const halfway = await memoryOf(proxy);
    await crowd.open(browsers.slice(half));
    const settle_ms = run.seconds >= 20 ? SETTLE_MS : 0;
    await pause(settle_ms);
    const bytes = (await crowd.report()).bytes;
    const idle = await measureIdle(service, proxy, run.seconds);
    const to_browsers = (await crowd.report()).bytes - bytes;
    const watchers = run.watchers / run.persons;
    const changed = candidates.slice(0, run.changes);
    const start = proxy.figures();
    const pace = { watchers, everyMs: CHANGE_EVERY_MS };
    const delays = await changeForms({ service, crowd }, changed, pace);
    const after = await memoryOf(proxy);
    const perWatcher = (from: number, to: number, count = run.watchers) =>
      round((to - from) / count / 1_000, 1);
    return {
      watchers: run.watchers,
      persons: run.persons,
      'polls/s': round(idle.polls_per_second, 1),
      ...summaryOf(delays, watchers),
      'kB/watcher': perWatcher(before.rss, after.rss),
      // The first half includes what V8 keeps for the next burst, however many watchers follow.
      'kB/watcher, second half': perWatcher(halfway.rss, after.rss, run.watchers - half),
      'heap kB/watcher': perWatcher(before.heap, after.heap),
      'RSS MB before': round(before.rss / 1e6, 0),
      'RSS MB': round(idle.figures.rss / 1e6, 0),
      'kB/s to browsers': round(to_browsers / run.seconds / 1_000, 1),
      'core % idle': round(idle.core * 100, 1),
      'core % with changes': round(coreShare(start, proxy.figures()) * 100, 1),
    };
  } finally {
    await crowd.end();
    await proxy.end();
    await service.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

/** In an earlier process, so that the memory for creating candidates is not measured. */
async function prepare(service: ServiceProcess, env: Record<string, string>, run: WatchersRun) {
  const proxy = await startProxyProcess(service.api_url, env);
  const candidates = await createCandidates(proxy, run.persons);
  const sessions = await mintSessions(proxy, candidates, run.watchers);
  await proxy.end();
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

/** How the delays of each form's watchers come out. */
function summaryOf(delaysOfEach: readonly (readonly number[])[], watchers: number) {
  const delays = delaysOfEach.flat();
  const spreads = delaysOfEach
    .filter((each) => each.length > 0)
    .map((each) => Math.max(...each) - Math.min(...each));
  return {
    'received %': round((delays.length / (delaysOfEach.length * watchers)) * 100, 2),
    // From the change at the service to the browser.
    'seen p50 ms': quantile(delays, 0.5),
    'seen p95 ms': quantile(delays, 0.95),
    // Between the first and the last watcher of one change.
    'spread ms': Math.max(...spreads),
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
