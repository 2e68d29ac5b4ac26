import { setTimeout as pause } from 'node:timers/promises';
import { startCrowd, type Crowd } from '../crowd/start-crowd.ts';
import { createCandidates, mintTokens, type Candidate } from '../stage/create-candidates.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../stage/local-servers.ts';
import {
  startPostgres,
  startProxyProcess,
  startService,
  type Postgres,
  type ProxyProcess,
  type ServiceProcess,
} from '../stage/processes.ts';
import type { Row } from '../stage/results.ts';
import { coreShare } from '../stage/start-child.ts';
import { makeChange, type ChangeResult } from './changes.ts';

/** Size of a run. */
export interface TwoProcessesRun {
  /** Browsers at each of the two processes. */
  watchers: number;
  seconds: number;
  changes: number;
}

/** A proxy with its own connection to the service. */
interface Side {
  upstream: UpstreamProxy;
  proxy: ProxyProcess;
}

interface Stage {
  service: ServiceProcess;
  crowd: Crowd;
  sides: readonly [Side, Side];
  candidate: Candidate;
  watchers: number;
}

const POLL = 'GET /v3/precandidate/:person_id';
const SETTLE_MS = 45_000;
const DOWN_MS = 3_000;

/** Two processes with one Postgres, and one person that all browsers watch. */
export async function twoProcesses(run: TwoProcessesRun): Promise<Row | undefined> {
  const postgres = await startPostgres();
  if (postgres === undefined) return undefined;
  const service = await startService();
  const sides = [
    await startSide(service, postgres.url),
    await startSide(service, postgres.url),
  ] as const;
  const crowd = startCrowd();
  try {
    const [{ proxy }] = sides;
    const [candidate] = (await createCandidates(proxy, 1)) as [Candidate];
    const watchers = run.watchers * 2;
    const sessions = await mintTokens(proxy, [candidate], watchers);
    const urls = sides.map((side) => side.proxy.url);
    await crowd.open(
      sessions.map(({ token }, index) => ({
        ...candidate,
        token,
        urls: index % 2 === 0 ? urls : urls.toReversed(),
      })),
    );
    return await measure({ service, crowd, sides, candidate, watchers }, postgres, run);
  } finally {
    await crowd.end();
    for (const { upstream, proxy } of sides) {
      await proxy.end('SIGTERM');
      upstream.close();
    }
    await service.stop();
    await postgres.stop();
  }
}

async function startSide(service: ServiceProcess, DATABASE_URL: string): Promise<Side> {
  const upstream = await startUpstreamProxy(service.url);
  return { upstream, proxy: await startProxyProcess(upstream.api_url, { DATABASE_URL }) };
}

async function measure(stage: Stage, postgres: Postgres, run: TwoProcessesRun): Promise<Row> {
  const idle = await measureIdle(stage, run.seconds);
  const changes: ChangeResult[] = [];
  for (let index = 0; index < run.changes; index += 1) changes.push(await change(stage));
  const restart = await restartDatabase(stage, postgres);
  const kill = await killPoller(stage);
  const received = changes.reduce((sum, each) => sum + each.received, 0);
  return {
    watchers: stage.watchers,
    'polls/s in all': round(idle.polls_per_second, 2),
    'core % each': round(idle.core * 100, 1),
    'received %': round((received / (stage.watchers * run.changes)) * 100, 2),
    'spread ms': Math.max(...changes.map(({ first_ms, last_ms }) => last_ms - first_ms)),
    'streams broken by the database': restart.broken,
    'received % around its restart': round(restart.received * 100, 2),
    'database back, received after ms': restart.after_ms,
    'poller killed, received after ms': kill.after_ms,
    'received % around its death': round(kill.received * 100, 2),
  };
}

const change = (stage: Stage) => makeChange(stage, stage.candidate.form_id, stage.watchers);

async function measureIdle({ service, sides }: Stage, seconds: number) {
  await pause(seconds >= 20 ? SETTLE_MS : 0);
  const from = sides.map(({ proxy }) => proxy.figures());
  const began_at = Date.now();
  await service.takeCounts();
  await pause(seconds * 1_000);
  const counts = await service.takeCounts();
  const polls_per_second = (counts[POLL] ?? 0) / ((Date.now() - began_at) / 1_000);
  const shares = sides.map(({ proxy }, index) => coreShare(from[index]!, proxy.figures()));
  return { polls_per_second, core: Math.max(...shares) };
}

/** One change during the outage and one after: streams stay open and receive both. */
async function restartDatabase(stage: Stage, postgres: Postgres) {
  const before = await stage.crowd.report();
  await postgres.down();
  const during = change(stage);
  await pause(DOWN_MS);
  await postgres.up();
  const up_at = Date.now();
  const changes = [await during, await change(stage)];
  const after = await stage.crowd.report();
  const [first] = changes as [ChangeResult, ChangeResult];
  return {
    broken: after.reconnects - before.reconnects,
    received: Math.min(...changes.map((each) => each.received)) / stage.watchers,
    after_ms: first.ordered_at + first.last_ms - up_at,
  };
}

/** Kills the process during its poll; its browsers reconnect to the other one. */
async function killPoller(stage: Stage) {
  const { sides } = stage;
  const poller = await Promise.race(
    sides.map((side) => side.upstream.holdNextPoll().then(() => side)),
  );
  for (const { upstream } of sides) upstream.release();
  await poller.proxy.end('SIGKILL');
  const killed_at = Date.now();
  const result = await change(stage);
  return {
    received: result.received / stage.watchers,
    after_ms: result.ordered_at + result.last_ms - killed_at,
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
