import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { setTimeout as elapsed } from 'node:timers/promises';
import pg from 'pg';
import { type Pair, startPair } from 'precandidate-testing/pair.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { ENGINES, POSTGRES } from './on-both-engines.ts';

const OBSERVED_MS = 20_000;
/** Without a write for this long, the work of the start is over. */
const QUIET_MS = 3_000;
/** The queues: submissions, polls, events, completions, and purging; and the clock. */
const MOST_STATEMENTS = 6;
/** Half of a percent of a core. The process uses less; the resolution of the figure is 10 ms. */
const MOST_CPU_MS = OBSERVED_MS / 200;
/** The processes' clock ticks, see `proc(5)`. */
const TICK_MS = 10;

/** Of a process so far. */
interface Usage {
  /** Without what its threads write to wake each other. */
  writtenBytes: number;
  cpuMs: number;
}

/** A thread of Node wakes another one by writing so many bytes; V8's own do so every few seconds. */
const WAKE_UP_BYTES = 8;

async function usageOf(pid: number): Promise<Usage> {
  const io = await readFile(`/proc/${pid}/io`, 'utf8');
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  const numberIn = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1]);
  return {
    writtenBytes: numberIn('wchar') - numberIn('syscw') * WAKE_UP_BYTES,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
  };
}

/** Resolves once `read` has returned the same for {@link QUIET_MS}. */
async function untilUnchanged(read: () => Promise<unknown>): Promise<void> {
  let last: string | undefined;
  let since = 0;
  await until(async () => {
    const now = JSON.stringify(await read());
    if (now !== last) since = performance.now();
    last = now;
    return performance.now() - since > QUIET_MS;
  });
}

/** A process that has done some work, with nothing left to do soon. */
async function startIdle(t: TestContext, pair: Pair, env: Record<string, string>) {
  // Open forms are polled: this one is not, and the next poll is a minute away.
  const calm = { POLL_MIN_SECONDS: '600', POLL_MAX_SECONDS: '600', RECONCILE_SECONDS: '600' };
  const command = startProxyCommand({ ...pair.env, ...calm, ...env });
  t.after(() => command.kill());
  const url = await command.ready;
  await newPrecandidate(url);
  return command;
}

const isLinux = process.platform === 'linux';

test('sqlite: an idle process writes nothing and uses no CPU', { skip: !isLinux }, async (t) => {
  const pair = await startPair(t);
  const { pid } = await startIdle(t, pair, (await ENGINES['sqlite']?.(t)) ?? {});
  await untilUnchanged(async () => (await usageOf(pid)).writtenBytes);
  const before = await usageOf(pid);
  await elapsed(OBSERVED_MS);
  const after = await usageOf(pid);
  assert.equal(after.writtenBytes - before.writtenBytes, 0);
  assert.ok(after.cpuMs - before.cpuMs <= MOST_CPU_MS, `${after.cpuMs - before.cpuMs} ms`);
});

const postgres = ENGINES['postgres'];
if (postgres !== undefined) {
  test('postgres: an idle process makes at most one statement per queue', async (t) => {
    const pair = await startPair(t);
    const settings = await postgres(t);
    await startIdle(t, pair, settings);
    const client = new pg.Client({ connectionString: POSTGRES });
    await client.connect();
    t.after(() => client.end());
    const database = new URL(settings['DATABASE_URL'] ?? '').pathname.slice(1);
    const countOf = async (sql: string) =>
      Number((await client.query<{ count: string }>(sql, [database])).rows[0]?.count);
    /** A connection reports its statements when it is closed, which the pool does after some seconds. */
    const statements = async () => {
      await until(async () => {
        const sql = 'select count(*) from pg_stat_activity where datname = $1';
        return (await countOf(sql)) === 1;
      });
      return countOf(
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
      );
    };
    const before = await statements();
    await elapsed(OBSERVED_MS);
    const made = (await statements()) - before;
    assert.ok(made <= MOST_STATEMENTS, `${made} statements`);
  });

  test('postgres: a process starts a job at once that another process stores', async (t) => {
    const pair = await startPair(t);
    const settings = await postgres(t);
    await startIdle(t, pair, settings);
    await pair.restart({ ...settings, RELAY_URL: '' });
    assert.equal((await pair.webhook({ id: 'p-idle', status: 'PASSED' })).status, 200);
    const storedAt = performance.now();
    await pair.receiver.next(({ event }) => event.type === 'person.completed');
    assert.ok(performance.now() - storedAt < 2_000);
  });
}
