import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as elapsed } from 'node:timers/promises';
import { type Pair, startPair } from 'precandidate-testing/pair.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { ENGINES } from './on-both-engines.ts';

const OBSERVED_MS = 20_000;
/** Without a write for this long, the work of the start is over. */
const QUIET_MS = 3_000;
/** Half a percent of a core. The process uses a tenth of that; the resolution of the figure is 10 ms. */
const MOST_CPU_MS = OBSERVED_MS / 200;
/**
 * What a process may write meanwhile. On Postgres, one statement for each queue (submissions, polls, events,
 * completions, and purging) and one for the clock.
 */
const MOST_BYTES: Readonly<Record<string, number>> = { sqlite: 0, postgres: 6 * 400 };

/** How often a process looks at its queues without being woken. */
const LOOKS_EVERY_MS = 60_000;

/** Of a process so far. */
interface Usage {
  /** To files and sockets, without what its threads write to wake each other. */
  writtenBytes: number;
  cpuMs: number;
}

/** A thread of Node wakes another one by writing so many bytes; V8's own do so every few seconds. */
const WAKE_UP_BYTES = 8;
/** See `proc(5)`. */
const TICK_MS = 10;

async function usageOf(pid: number): Promise<Usage> {
  const io = await readFile(`/proc/${pid}/io`, 'utf8');
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  const numberIn = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1]);
  return {
    writtenBytes: numberIn('wchar') - numberIn('syscw') * WAKE_UP_BYTES,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
  };
}

/** Resolves once a process has written nothing for {@link QUIET_MS}. */
async function untilQuiet(pid: number): Promise<void> {
  let last = NaN;
  let since = 0;
  await until(async () => {
    const { writtenBytes } = await usageOf(pid);
    if (writtenBytes !== last) since = performance.now();
    last = writtenBytes;
    return performance.now() - since > QUIET_MS;
  });
}

/** A process that polls nobody soon. */
async function startIdle(t: TestContext, pair: Pair, env: Record<string, string>) {
  const later = { POLL_MIN_SECONDS: '600', POLL_MAX_SECONDS: '600', RECONCILE_SECONDS: '600' };
  const command = startProxyCommand({ ...pair.env, ...later, ...env });
  t.after(() => command.kill());
  await newPrecandidate(await command.ready);
  return command;
}

const skip = process.platform === 'linux' ? false : 'needs /proc';

// Both are observed at the same time.
describe('an idle process sleeps', { skip, concurrency: true }, () => {
  for (const [engine, database] of Object.entries(ENGINES))
    test(engine, async (t) => {
      const pair = await startPair(t);
      const { pid } = await startIdle(t, pair, await database(t));
      await untilQuiet(pid);
      const before = await usageOf(pid);
      await elapsed(OBSERVED_MS);
      const after = await usageOf(pid);
      const written = after.writtenBytes - before.writtenBytes;
      assert.ok(written <= (MOST_BYTES[engine] ?? 0), `wrote ${written} bytes`);
      const cpuMs = after.cpuMs - before.cpuMs;
      assert.ok(cpuMs <= MOST_CPU_MS, `used ${cpuMs} ms of CPU`);
    });
});

const postgres = ENGINES['postgres'];
if (postgres !== undefined)
  test('postgres: a process starts a job at once that another process stores', async (t) => {
    const pair = await startPair(t);
    const settings = await postgres(t);
    await startIdle(t, pair, settings);
    await pair.restart({ ...settings, RELAY_URL: '' });
    assert.equal((await pair.webhook({ id: 'p-idle', status: 'PASSED' })).status, 200);
    const storedAt = performance.now();
    await pair.receiver.next(({ event }) => event.type === 'person.completed');
    const ms = performance.now() - storedAt;
    assert.ok(ms < LOOKS_EVERY_MS / 2, `the job started after ${ms} ms`);
  });
