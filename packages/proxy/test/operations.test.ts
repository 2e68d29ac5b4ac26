import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from 'precandidate-contract';
import { freePorts } from 'precandidate-testing/commands.ts';
import { sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import badRequests from './bad-requests.json' with { type: 'json' };
import PATHS from './paths.json' with { type: 'json' };

const pair = sharedPair();

test('/openapi.json describes every path of the surface', async () => {
  const { paths } = (await (await fetch(`${pair.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    PATHS.filter((path) => !documented.includes(path)),
    [],
  );
});

test('/openapi.json says that whatever needs the database may respond 503', async () => {
  const { paths } = (await (await fetch(`${pair.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: unknown; responses: object }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const [guarded, open] = [true, false].map((is) =>
    operations.filter(({ security }) => (security !== undefined) === is),
  );
  assert.ok(guarded?.length && open?.length);
  for (const operation of guarded)
    assert.ok('503' in operation.responses, JSON.stringify(operation));
});

test('/healthz, /readyz and /metrics answer anyone', async (t) => {
  const own = await startPair(t);
  await own.candidate();
  assert.equal((await fetch(`${own.url}/healthz`)).status, 200);
  const ready = await until(async () => {
    const answer = await (await fetch(`${own.url}/readyz`)).json();
    // The receiver is asked in the background.
    return (answer as { relay: string }).relay !== 'unknown' && answer;
  });
  assert.deepEqual(Object.values(ready as object), ['ready', 'sqlite', 'up', 'ok']);
  const metrics = await own.metrics();
  assert.match(metrics, /^precandidate_forms\{state="open"\} 1$/m);
  assert.match(metrics, /^precandidate_upstream_calls_total\{outcome="20\d"\} \d+$/m);
  assert.match(metrics, /^precandidate_oldest_sending_seconds 0$/m);
  // Prometheus computes no rate from a series whose first value is 1.
  assert.match(metrics, /^precandidate_problems_total\{problem="internal"\} 0$/m);
});

test('/locodes/{country}.json in either case, and a plain problem for others', async () => {
  for (const country of ['PE', 'pe']) {
    const answer = await fetch(`${pair.url}/locodes/${country}.json?x=%ff`);
    const cities = (await answer.json()) as { locode: string; name: string }[];
    assert.ok(cities.some(({ locode, name }) => locode === 'PELIM' && name === 'Lima'));
  }
  const none = await fetch(`${pair.url}/locodes/XX.json`);
  assert.equal(none.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(await none.json(), []);
});

type Bad = Omit<(typeof badRequests)[number], 'body'> & { body?: unknown };
const LARGE = {
  path: '/precandidate',
  method: 'POST',
  status: 413,
  title: 'The body is too large',
};
const BAD: Bad[] = [
  ...badRequests,
  ...[300_000, 10_000_000].map((length) => ({ ...LARGE, body: `"${'x'.repeat(length)}"` })),
  { ...LARGE, body: '['.repeat(5_000) + ']'.repeat(5_000) },
];

for (const { method, path, body, status, title } of BAD)
  test(`${method} ${path} ${JSON.stringify(body ?? '').slice(0, 40)} → ${status} ${title}`, async () => {
    const answer = await pair.backend(path, { method, body });
    const problem = (await answer.json()) as Problem;
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.deepEqual([answer.status, problem.status, problem.title], [status, status, title]);
    assert.match(problem.type, /^urn:precandidate:problem:[a-z-]+$/);
  });

test('names a field that the service refuses, and refuses a filter that does not exist or is empty', async () => {
  const wrong = { pipeline_name: 'candidate_screening', country_code: 'PE' };
  for (const [answer, wanted] of [
    [pair.backend('/precandidate', { body: wrong }), '/phone'],
    [pair.backend('/deliveries?person=p'), ''],
    ...['/deliveries', '/submissions'].flatMap((list) =>
      ['person_id', 'state', 'since', 'limit'].map(
        (filter) => [pair.backend(`${list}?${filter}=`), `/${filter}`] as const,
      ),
    ),
  ] as const) {
    const { errors } = (await (await answer).json()) as Problem;
    assert.ok(
      errors?.some(({ pointer }) => pointer === wanted),
      wanted,
    );
  }
});

test('METRICS_PORT moves /metrics to a port of its own', async (t) => {
  const [port = 0] = await freePorts(1);
  const own = await startPair(t, { env: { METRICS_PORT: String(port) } });
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.match(await metrics.text(), /^precandidate_database_up 1$/m);
  assert.equal((await fetch(`${own.url}/metrics`)).status, 404);
  const elsewhere = await fetch(`http://127.0.0.1:${port}/elsewhere`);
  assert.equal(elsewhere.headers.get('x-content-type-options'), 'nosniff');
  await assertProblem(elsewhere, 'path-not-found');
  const posted = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST', body: 'x' });
  await assertProblem(posted, 'method-not-allowed');
});
