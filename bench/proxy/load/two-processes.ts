import { setTimeout as pause } from 'node:timers/promises';
import { type Crowd, startCrowd } from '../crowd/start-crowd.ts';
import { type Candidate, createCandidates, mintTokens } from '../stage/create-candidates.ts';
import { coreShare } from '../stage/figures-of.ts';
import type { Row } from '../stage/keep-result.ts';
import { type Door, openDoor } from '../stage/open-door.ts';
import { startOwnPostgres, type OwnPostgres } from '../stage/start-own-postgres.ts';
import { type ProxyProcess, startProxyProcess } from '../stage/start-proxy-process.ts';
import { type ServiceProcess, startService } from '../stage/start-service.ts';
import { type HeardChange, hearChange } from './hear-change.ts';

/** How big a run is. */
export interface TwoProcessesRun {
  /** Browsers at each of the two processes. */
  watchers: number;
  seconds: number;
  changes: number;
}

/** A process, and its own way to the service. */
interface Side {
  door: Door;
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

/** Two processes on one Postgres, and one person that all browsers of both watch. */
export async function twoProcesses(run: TwoProcessesRun): Promise<Row | undefined> {
  const postgres = await startOwnPostgres();
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
    for (const { door, proxy } of sides) {
      await proxy.end('SIGTERM');
      door.close();
    }
    await service.stop();
    await postgres.stop();
  }
}

async function startSide(service: ServiceProcess, DATABASE_URL: string): Promise<Side> {
  const door = await openDoor(service.url);
  return { door, proxy: await startProxyProcess(door.api_url, { DATABASE_URL }) };
}

async function measure(stage: Stage, postgres: OwnPostgres, run: TwoProcessesRun): Promise<Row> {
  const rest = await watchAtRest(stage, run.seconds);
  const told: HeardChange[] = [];
  for (let index = 0; index < run.changes; index += 1) told.push(await hear(stage));
  const restart = await restartDatabase(stage, postgres);
  const gap = await killHolder(stage);
  const heard = told.reduce((sum, one) => sum + one.told, 0);
  return {
    watchers: stage.watchers,
    'polls/s in all': round(rest.polls_per_second, 2),
    'core % each': round(rest.core * 100, 1),
    'told %': round((heard / (stage.watchers * run.changes)) * 100, 2),
    'spread ms': Math.max(...told.map(({ first_ms, last_ms }) => last_ms - first_ms)),
    'streams broken by the database': restart.broken,
    'told % over its restart': round(restart.told * 100, 2),
    'database back, told after ms': restart.after_ms,
    'holder killed, told after ms': gap.after_ms,
    'told % over its death': round(gap.told * 100, 2),
  };
}

const hear = (stage: Stage) => hearChange(stage, stage.candidate.form_id, stage.watchers);

async function watchAtRest({ service, sides }: Stage, seconds: number) {
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

/** A change while it is down, and one after: streams stay, and everyone is told both. */
async function restartDatabase(stage: Stage, postgres: OwnPostgres) {
  const before = await stage.crowd.report();
  await postgres.down();
  const during = hear(stage);
  await pause(DOWN_MS);
  await postgres.up();
  const up_at = Date.now();
  const told = [await during, await hear(stage)];
  const after = await stage.crowd.report();
  const [first] = told as [HeardChange, HeardChange];
  return {
    broken: after.resumed - before.resumed,
    told: Math.min(...told.map((one) => one.told)) / stage.watchers,
    after_ms: first.ordered_at + first.last_ms - up_at,
  };
}

/** Ends the process that looks, in the middle of its look; the browsers that it had come to the other. */
async function killHolder(stage: Stage) {
  const { sides } = stage;
  const holder = await Promise.race(sides.map((side) => side.door.holdNextPoll().then(() => side)));
  for (const { door } of sides) door.letThrough();
  await holder.proxy.end('SIGKILL');
  const killed_at = Date.now();
  const change = await hear(stage);
  return {
    told: change.told / stage.watchers,
    after_ms: change.ordered_at + change.last_ms - killed_at,
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
