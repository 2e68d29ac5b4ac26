import { setTimeout as pause } from 'node:timers/promises';
import { startCrowd } from '../crowd/start-crowd.ts';
import { startNginx } from '../speed/start-nginx.ts';
import { type Candidate, createCandidates } from '../stage/create-candidates.ts';
import { coreShare, figuresOf } from '../stage/figures-of.ts';
import type { Row } from '../stage/keep-result.ts';
import { startProxyProcess } from '../stage/start-proxy-process.ts';
import { API_KEY, type ServiceProcess, startService } from '../stage/start-service.ts';
import { oneProcess, type OneProcessRun } from './one-process.ts';
import { tellChanges } from './tell-changes.ts';

/** How long nginx keeps an answer. */
const KEPT = ['1s', '3s'] as const;
const EVERY_MS = 500;

/** The same watchers three times: polling the service every 3 s, polling it through nginx, and ours. */
export async function peers(run: OneProcessRun): Promise<Row[]> {
  const rows = [await polled('the service itself', run, async ({ url }) => ({ url }))];
  for (const kept of KEPT)
    rows.push(
      await polled(`nginx, keeps ${kept}`, run, ({ url }, [first]) =>
        startNginx(url, API_KEY, `/v3/precandidate/${first?.person_id}`, kept),
      ),
    );
  const ours = await oneProcess(run);
  rows.push({
    asks: 'ours, streams',
    'calls/s': ours['polls/s'] ?? '',
    'core %': ours['core % at rest'] ?? '',
    'RSS MB': ours['RSS MB'] ?? '',
    'seen p50 ms': ours['seen p50 ms'] ?? '',
    'seen p95 ms': ours['seen p95 ms'] ?? '',
    'told %': ours['told %'] ?? '',
    'kB/s to browsers': ours['kB/s to browsers'] ?? '',
    'kB/watcher': ours['kB/watcher'] ?? '',
    'of it heap': ours['of it heap'] ?? '',
  });
  return rows;
}

/** What stands between the browsers and the service; without a pid, nothing does. */
interface Middle {
  url: string;
  pid?: number;
  stop?: () => Promise<void>;
}

async function polled(
  asks: string,
  run: OneProcessRun,
  start: (service: ServiceProcess, candidates: readonly Candidate[]) => Promise<Middle | undefined>,
): Promise<Row> {
  const service = await startService();
  const proxy = await startProxyProcess(service.api_url, { DATA_DIR: ':memory:' });
  const candidates = await createCandidates(proxy, run.persons);
  await proxy.end('SIGTERM');
  const middle = await start(service, candidates);
  const crowd = startCrowd('poll');
  try {
    if (!middle) return { asks, 'calls/s': 'not there' };
    const watchers = Array.from({ length: run.watchers }, (_, index) => ({
      ...(candidates[index % candidates.length] as Candidate),
      token: '',
      urls: [middle.url],
    }));
    await crowd.open(watchers);
    const [from, fromService] = [figuresOf(middle.pid ?? service.pid), await crowd.report()];
    await service.takeCounts();
    await pause(run.seconds * 1_000);
    const [to, report] = [figuresOf(middle.pid ?? service.pid), await crowd.report()];
    const counts = await service.takeCounts();
    const seconds = (to.at - from.at) / 1_000;
    const changed = candidates.slice(0, run.changes);
    const told = await tellChanges(
      { service, crowd },
      changed,
      run.watchers / run.persons,
      EVERY_MS,
    );
    return {
      asks,
      'calls/s': Math.round((counts['GET /v3/precandidate/:person_id'] ?? 0) / seconds),
      'core %': Number((coreShare(from, to) * 100).toFixed(1)),
      'RSS MB': Math.round(to.rss / 1e6),
      'seen p50 ms': told.seen_p50_ms,
      'seen p95 ms': told.seen_p95_ms,
      'told %': Number((told.told * 100).toFixed(2)),
      'kB/s to browsers': Math.round((report.bytes - fromService.bytes) / seconds / 1_000),
    };
  } finally {
    await crowd.end();
    await middle?.stop?.();
    await service.stop();
  }
}
