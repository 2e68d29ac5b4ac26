import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { startPair } from 'precandidate-testing/pair.ts';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { until } from 'precandidate-testing/until.ts';
import { createServiceHealth, type ServiceHealth } from '../src/upstream/service-health.ts';

const PROBE_MS = 20_000;

/** A monitor whose probes get what the service responds now. */
function startMonitor(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const changes: ServiceHealth[] = [];
  let response = '404';
  let probes = 0;
  const monitor = createServiceHealth({
    async probe() {
      probes += 1;
      monitor.record({ outcome: response });
    },
    pause: () => undefined,
    onChange: (health) => void changes.push(health),
  });
  return {
    changes,
    probes: () => probes,
    call: (outcome: string) => monitor.record({ outcome, record: 'one' }),
    async pass(responses: string) {
      response = responses;
      t.mock.timers.tick(PROBE_MS);
      await new Promise(setImmediate);
    },
    monitor,
  };
}

test('an outage that one call met is noticed, and its end, without further calls', async (t) => {
  const { changes, call, pass, monitor, probes } = startMonitor(t);
  await monitor.probeNow();
  assert.deepEqual(changes, ['up']);
  call('unreachable');
  await pass('503');
  assert.deepEqual(changes, ['up'], 'may be a moment');
  await pass('unreachable');
  assert.deepEqual(changes, ['up', 'down']);
  await pass('200');
  assert.deepEqual(changes, ['up', 'down', 'up']);
  await pass('200');
  assert.equal(probes(), 4, 'none while all is well');
});

test('one record that always fails is no outage', async (t) => {
  const { changes, call, pass } = startMonitor(t);
  for (let round = 0; round < 5; round += 1) {
    call('500');
    call('500');
    await pass('404');
  }
  assert.deepEqual(changes, ['up']);
});

test('a refused key is noticed, and that a new one is accepted', async (t) => {
  const { changes, call, pass } = startMonitor(t);
  call('401');
  await pass('403');
  await pass('404');
  assert.deepEqual(changes, ['key-refused', 'up']);
  call('429');
  assert.deepEqual(changes, ['key-refused', 'up']);
});

test('a wrong key is in the log before the proxy is ready, and in /readyz', async (t) => {
  const pair = await startPair(t);
  const proxy = startProxyCommand({
    ...pair.env,
    UPSTREAM_API_KEY: 'marker-of-a-wrong-key',
    LOG_LEVEL: 'info',
    PORT: '0',
    DATA_DIR: ':memory:',
  });
  t.after(() => proxy.stop());
  const url = await proxy.ready;
  await until(async () => proxy.output().includes('refuses UPSTREAM_API_KEY'));
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { service: string };
  assert.equal(ready.service, 'key-refused');
  assert.doesNotMatch(proxy.output(), /marker/);
  await Promise.all([proxy.stop(), once(proxy.child, 'exit')]);
});
