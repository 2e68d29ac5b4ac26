import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Problem } from 'precandidate-contract';
import { freePorts } from '../../../tests/stage/commands.ts';
import { sharedPair, startPair } from '../../../tests/stage/pair.ts';
import { assertProblem } from '../../../tests/stage/service.ts';
import { until } from '../../../tests/stage/until.ts';

const pair = sharedPair();

/** The public surface. */
const PATHS = JSON.parse(readFileSync(new URL('paths.json', import.meta.url), 'utf8')) as string[];

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

test('/healthz, /readyz and /metrics answer anyone', async (t) => {
  const own = await startPair(t);
  await own.candidate();
  assert.equal((await fetch(`${own.url}/healthz`)).status, 200);
  const ready = await until(async () => {
    const answer = await (await fetch(`${own.url}/readyz`)).json();
    // The receiver is asked in the background.
    return (answer as { relay: string }).relay !== 'unknown' && answer;
  });
  const relay = 'ok';
  assert.deepEqual(ready, { status: 'ready', database: 'sqlite', service: 'up', relay });
  const metrics = await own.metrics();
  assert.match(metrics, /^precandidate_forms\{state="open"\} 1$/m);
  assert.match(metrics, /^precandidate_upstream_calls_total\{outcome="20\d"\} \d+$/m);
  assert.match(metrics, /^precandidate_oldest_sending_seconds 0$/m);
  // Prometheus computes no rate from a series whose first value is 1.
  assert.match(metrics, /^precandidate_problems_total\{problem="internal"\} 0$/m);
});

test('/locodes/{country}.json in either case, and a plain problem for others', async () => {
  for (const country of ['PE', 'pe']) {
    const answer = await fetch(`${pair.url}/locodes/${country}.json`);
    const cities = (await answer.json()) as { locode: string; name: string }[];
    assert.ok(cities.some(({ locode, name }) => locode === 'PELIM' && name === 'Lima'));
  }
  const none = await fetch(`${pair.url}/locodes/XX.json`);
  assert.equal(none.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(await none.json(), []);
});

const S = { session_id: 's' };
const BAD: [string, string, unknown, number, string][] = [
  ['GET', '/nowhere', undefined, 404, 'There is nothing at this path'],
  ['POST', '/readyz', {}, 405, 'This path does not take this method'],
  ['GET', '/sessions', undefined, 405, 'This path does not take this method'],
  ['GET', '/persons/p', undefined, 405, 'This path does not take this method'],
  ['POST', '/sessions', '{', 400, 'The body is not valid JSON'],
  ['POST', '/sessions', '{"__proto__":{"a":1}}', 400, 'The body is not valid JSON'],
  ['POST', '/sessions', {}, 400, 'The request has the wrong shape'],
  [
    'POST',
    '/sessions',
    { person_id: '../x', form_id: 'f' },
    400,
    'The request has the wrong shape',
  ],
  ['POST', '/sessions/revoke', {}, 400, 'The request has the wrong shape'],
  ['POST', '/sessions/revoke', { person_id: 'p' }, 400, 'The request has the wrong shape'],
  ['POST', '/sessions/revoke', { session_id: '../x' }, 400, 'The request has the wrong shape'],
  ['POST', '/sessions/revoke', { ...S, person_id: 'p' }, 400, 'The request has the wrong shape'],
  ['POST', '/precandidate', [], 400, 'The request has the wrong shape'],
  ['POST', '/precandidate', { pipeline_name: 'no such' }, 404, 'Pipeline not found'],
  ['POST', '/precandidate', { pipeline_name: 'candidate_screening' }, 422, 'Validation failed'],
  ['POST', '/precandidate', 'x'.repeat(300_000), 413, 'The body is too large'],
  ['GET', '/peru/reports/p', undefined, 404, 'The country code is not two letters'],
  ['GET', '/p1/persons/p/status', undefined, 404, 'The country code is not two letters'],
  ['GET', '/pe/persons/..%2f..%2fx/status', undefined, 404, 'The service has no such record'],
  ['GET', '/precandidate/%zz?secret=x', undefined, 404, 'There is nothing at this path'],
  ['GET', `/precandidate/${'x'.repeat(300)}`, undefined, 404, 'The service has no such record'],
  ['POST', '/precandidate', '['.repeat(5_000) + ']'.repeat(5_000), 413, 'The body is too large'],
  ['POST', '/precandidate', `{"email":"${'a'.repeat(10_000_000)}"}`, 413, 'The body is too large'],
  // An empty body counts as none.
  ['POST', '/precandidate', '', 400, 'The request has the wrong shape'],
  ['POST', '/deliveries/evt_none/replay', '', 404, 'There is no such delivery'],
  ['POST', '/deliveries/%00/replay', '', 404, 'There is no such delivery'],
  ['GET', '/deliveries?since=soon', undefined, 400, 'The request has the wrong shape'],
  ['POST', '/submissions/nobody/nothing/retry', '', 404, 'Precandidate form not found'],
  ['GET', '/pe/persons/nobody/status', undefined, 404, 'The service has no such record'],
];

for (const [method, path, body, status, title] of BAD)
  test(`${method} ${path} ${JSON.stringify(body ?? '').slice(0, 40)} → ${status} ${title}`, async () => {
    const answer = await pair.backend(path, { method, body });
    const problem = (await answer.json()) as Problem;
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.deepEqual([answer.status, problem.status, problem.title], [status, status, title]);
    assert.match(problem.type, /^urn:precandidate:problem:[a-z-]+$/);
  });

test('a 422 of the service names the fields, and repeats nothing of its body', async () => {
  const body = { pipeline_name: 'candidate_screening', country_code: 'PE' };
  const problem = (await (await pair.backend('/precandidate', { body })).json()) as Problem;
  assert.ok(
    problem.errors?.some(({ pointer }) => pointer === '/phone'),
    JSON.stringify(problem),
  );
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
