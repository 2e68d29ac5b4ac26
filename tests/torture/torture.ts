import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from 'precandidate-sandbox';
import { freePorts } from '../stage/commands.ts';
import { startInstalledProxy, type InstalledProxy } from '../stage/proxy-process.ts';
import { createTrap, type Death, type Moment, type Trap } from './kill-points.ts';
import type { SeededRandom } from '../stage/seeded-random.ts';
import { startBackEnd, startGateway, type BackEnd } from './servers.ts';
import {
  BACKEND_KEY,
  WEBHOOK_SECRET,
  countAcknowledged,
  createTraffic,
  doubledOf,
  missingOf,
  type Doubled,
  type Ledger,
  type Missing,
  type Traffic,
} from './traffic.ts';

export interface TortureOptions {
  deaths: readonly Death[];
  random: SeededRandom;
  /** How many processes share the database; all are killed. */
  processes: number;
  /** The database: `DATA_DIR` or `DATABASE_URL`. */
  database: Record<string, string>;
}

export interface TortureResult {
  webhooks: number;
  submissions: number;
  missing: Missing;
  doubled: Doubled;
  /** Number of kills by moment. */
  kills: Map<Death, number>;
  restarts: number;
  seconds: number;
}

const LONGEST_LIFE_MS = 800;
/** Each moment occurs within seconds; a busy machine needs longer for the first submission. */
const LONGEST_AMBUSH_MS = 120_000;
const LONGEST_START_MS = 120_000;
/** After the last kill: a form whose post was killed three times waits 10 min. */
const LONGEST_WAIT_MS = 12 * 60_000;

/** Kills the proxy repeatedly under load, then waits until all acknowledged data has arrived. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const began = performance.now();
  const { deaths, random } = options;
  const trap = createTrap();
  const [gateway, backEnd] = await Promise.all([startGateway(trap), startBackEnd(trap)]);
  const sandbox = await startSandbox({ public_url: gateway.url });
  gateway.leadTo(sandbox.url);
  const env = { ...settings(gateway.url, sandbox.apiKey, backEnd.url), ...options.database };
  const ports = await freePorts(options.processes);
  const start = () => ports.map((port) => startInstalledProxy(env, port));
  const ledger: Ledger = { webhooks: new Map(), submissions: new Map() };
  const [first = '', ...others] = ports.map((port) => `http://127.0.0.1:${port}`);
  const traffic = createTraffic({ urls: [first, ...others], ledger, random, trap });

  const kills = new Map<Death, number>();
  let running: InstalledProxy[] = [];
  try {
    for (const death of deaths) {
      running = start();
      const where = await liveAndDie(running, death, { random, trap, traffic });
      kills.set(where, (kills.get(where) ?? 0) + 1);
    }
    running = start();
    await allReady(running);
    const missing = await arrival(ledger, backEnd, sandbox.url);
    const doubled = await doubledOf(ledger, backEnd, sandbox.url);
    return {
      webhooks: countAcknowledged(ledger.webhooks),
      submissions: countAcknowledged(ledger.submissions),
      missing,
      doubled,
      kills,
      restarts: deaths.length * options.processes,
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    await Promise.all(running.map((one) => one.kill()));
    await Promise.all([gateway.close(), backEnd.close(), sandbox.close()]);
  }
}

/** Starts the processes and kills them; resolves to the moment. */
async function liveAndDie(
  running: readonly InstalledProxy[],
  death: Death,
  { random, trap, traffic }: { random: SeededRandom; trap: Trap; traffic: Traffic },
): Promise<Death> {
  if (death === 'at the start') {
    await pause(random.below(800));
    await Promise.all(running.map((one) => one.kill()));
    return death;
  }
  await allReady(running);
  traffic.start();
  await pause(random.below(LONGEST_LIFE_MS));
  const hit = death === 'at random' ? death : await ambush(trap, death);
  // Every second time, the processes are killed one after the other.
  for (const one of running) {
    await one.kill();
    if (random.below(2) === 0) await pause(random.below(200));
  }
  trap.open();
  await traffic.stop();
  return hit;
}

/** Resolves at the moment, or to a random kill after the maximum time. */
function ambush(trap: Trap, moment: Moment): Promise<Death> {
  const reached = trap.set(moment).then(() => moment);
  return Promise.race([reached, pause(LONGEST_AMBUSH_MS).then((): Death => 'at random')]);
}

async function allReady(running: readonly InstalledProxy[]): Promise<void> {
  const late = new AbortController();
  const limit = pause(LONGEST_START_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('the proxy does not start');
  });
  limit.catch(() => undefined);
  await Promise.race([limit, Promise.all(running.map(({ ready }) => ready))]);
  late.abort();
}

/** Missing data, once all has arrived or the time limit is over. */
async function arrival(ledger: Ledger, backEnd: BackEnd, sandbox_url: string): Promise<Missing> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const missing = await missingOf(ledger, backEnd, sandbox_url);
    const isComplete = Object.values(missing).every(({ length }) => length === 0);
    if (isComplete || Date.now() > deadline) return missing;
    await pause(250);
  }
}

function settings(gateway_url: string, api_key: string, relay_url: string): Record<string, string> {
  return {
    UPSTREAM_URL: `${gateway_url}/v3`,
    UPSTREAM_API_KEY: api_key,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
    ALLOWED_ORIGINS: 'https://hr.example',
    WEBHOOK_SECRETS: WEBHOOK_SECRET,
    RELAY_URL: relay_url,
    RELAY_SECRET: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    RELAY_ALLOW_PRIVATE: 'true',
    UPSTREAM_RPS: '1000',
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'silent',
  };
}

/** Number of acknowledged items that did not arrive. */
export function lostOf({ missing }: TortureResult): number {
  return Object.values(missing).reduce((sum, ids) => sum + ids.length, 0);
}

/** A readable report of a run. */
export function reportOf(name: string, result: TortureResult): string[] {
  const { missing, doubled, kills } = result;
  const rows = [
    ['', 'acknowledged', 'lost', 'doubled'],
    ['webhooks → events', result.webhooks, missing.webhooks.length, doubled.events],
    ['webhooks under two ids', '', '', doubled.webhooks],
    ['submissions → the service', result.submissions, missing.submissions.length, doubled.posts],
    ['submitted → events', result.submissions, missing.submitted_events.length, ''],
  ];
  const where = [...kills].sort(([a], [b]) => a.localeCompare(b));
  return [
    `\n${name}: ${result.restarts} processes killed in ${result.seconds.toFixed(0)} s`,
    ...rows.map((row) =>
      row.map((cell, index) => String(cell).padEnd(index === 0 ? 28 : 14)).join(''),
    ),
    `killed ${where.map(([moment, times]) => `${moment} ${times}`).join(' · ')}`,
  ];
}
