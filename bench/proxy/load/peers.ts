import { setTimeout as pause } from 'node:timers/promises';
import { startCrowd } from '../crowd/start-crowd.ts';
import { startNginx } from '../speed/servers.ts';
import { createCandidates, type Candidate } from '../stage/create-candidates.ts';
import {
  API_KEY,
  startProxyProcess,
  startService,
  type ServiceProcess,
} from '../stage/processes.ts';
import type { Row } from '../stage/results.ts';
import { coreShare, figuresOf } from '../stage/start-child.ts';
import { makeChanges } from './changes.ts';
import { oneProcess, type OneProcessRun } from './one-process.ts';

/** Cache lifetimes of nginx. */
const CACHE_TIMES = ['1s', '3s'] as const;
const EVERY_MS = 500;

/** The same watchers: polling the service every 3 s, polling it through nginx, and our streams. */
export async function peers(run: OneProcessRun): Promise<Row[]> {
  const rows = [await runPolling('the service itself', run, async ({ url }) => ({ url }))];
  for (const cacheTime of CACHE_TIMES)
    rows.push(
      await runPolling(`nginx, caches ${cacheTime}`, run, ({ url }, [first]) =>
        startNginx(url, API_KEY, `/v3/precandidate/${first?.person_id}`, cacheTime),
      ),
    );
  const ours = await oneProcess(run);
  rows.push({
    source: 'ours, streams',
    'calls/s': ours['polls/s'] ?? '',
    'core %': ours['core % idle'] ?? '',
    'RSS MB': ours['RSS MB'] ?? '',
    'seen p50 ms': ours['seen p50 ms'] ?? '',
    'seen p95 ms': ours['seen p95 ms'] ?? '',
    'received %': ours['received %'] ?? '',
    'kB/s to browsers': ours['kB/s to browsers'] ?? '',
    'kB/watcher': ours['kB/watcher'] ?? '',
    'heap kB/watcher': ours['heap kB/watcher'] ?? '',
  });
  return rows;
}

/** What browsers poll; without a pid, the service itself. */
interface PollTarget {
  url: string;
  pid?: number;
  stop?: () => Promise<void>;
}

async function runPolling(
  source: string,
  run: OneProcessRun,
  start: (
    service: ServiceProcess,
    candidates: readonly Candidate[],
  ) => Promise<PollTarget | undefined>,
): Promise<Row> {
  const service = await startService();
  const proxy = await startProxyProcess(service.api_url, { DATA_DIR: ':memory:' });
  const candidates = await createCandidates(proxy, run.persons);
  await proxy.end('SIGTERM');
  const target = await start(service, candidates);
  const crowd = startCrowd('poll');
  try {
    if (!target) return { source, 'calls/s': 'not available' };
    const watchers = Array.from({ length: run.watchers }, (_, index) => ({
      ...(candidates[index % candidates.length] as Candidate),
      token: '',
      urls: [target.url],
    }));
    await crowd.open(watchers);
    const [from, fromService] = [figuresOf(target.pid ?? service.pid), await crowd.report()];
    await service.takeCounts();
    await pause(run.seconds * 1_000);
    const [to, report] = [figuresOf(target.pid ?? service.pid), await crowd.report()];
    const counts = await service.takeCounts();
    const seconds = (to.at - from.at) / 1_000;
    const changed = candidates.slice(0, run.changes);
    const changes = await makeChanges(
      { service, crowd },
      changed,
      run.watchers / run.persons,
      EVERY_MS,
    );
    return {
      source,
      'calls/s': Math.round((counts['GET /v3/precandidate/:person_id'] ?? 0) / seconds),
      'core %': Number((coreShare(from, to) * 100).toFixed(1)),
      'RSS MB': Math.round(to.rss / 1e6),
      'seen p50 ms': changes.seen_p50_ms,
      'seen p95 ms': changes.seen_p95_ms,
      'received %': Number((changes.received * 100).toFixed(2)),
      'kB/s to browsers': Math.round((report.bytes - fromService.bytes) / seconds / 1_000),
    };
  } finally {
    await crowd.end();
    await target?.stop?.();
    await service.stop();
  }
}
