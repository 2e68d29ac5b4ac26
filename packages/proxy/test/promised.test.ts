import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test, type TestContext } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { startPair } from '../../../tests/stage/pair.ts';
import { titleOf } from './submission-helpers.ts';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

/** A service whose form responds to the first request only after the candidate got a 202. */
async function promised(t: TestContext) {
  const held = Promise.withResolvers<ServerResponse>();
  let isHeld = false;
  let taken = 0;
  let base = '';
  const { apiUrl } = await startScriptedService(t, ({ method, url = '' }, response) => {
    if (url.startsWith('/form')) {
      if (!isHeld) {
        isHeld = true;
        return held.resolve(response);
      }
      taken += 1;
      response.end('{}');
      return;
    }
    const isSchema = url.includes('/schema/');
    const status = taken > 0 ? 'SUBMITTED' : 'CREATED';
    const record = { ...recordOf('p', status), form_url: `${base}/form` };
    response.end(JSON.stringify(isSchema ? SCHEMA : method === 'POST' ? record : [record]));
  });
  base = new URL(apiUrl).origin;
  const pair = await startPair(t, { env: { UPSTREAM_URL: apiUrl } });
  const ana = await pair.candidate();
  const first = ana.submit({ a: 'x' }, 'one-key');
  const response = await Promise.race([
    held.promise,
    // Otherwise the test would wait for a request that never comes.
    first.then(({ status }) => assert.fail(`the proxy responded ${status} before it sent`)),
  ]);
  // A repeated submit does not wait for the first one.
  const repeated = await ana.submit({ a: 'x' }, 'one-key');
  assert.equal(repeated.status, 202);
  assert.equal(((await repeated.json()) as Snapshot).state, 'sending');
  return {
    pair,
    ana,
    /** Has the service respond; resolves to the proxy's response to the first submit. */
    answerNow(status: number) {
      response.writeHead(status).end();
      return first;
    },
    sent: () => taken,
  };
}

describe('the service responds after the candidate got a 202', () => {
  test('503: sends the data again', async (t) => {
    const { ana, answerNow, sent } = await promised(t);
    const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
    assert.equal((await answerNow(503)).status, 202);
    const seen = await readStream(stream, ({ state }) => state === 'submitted');
    assert.ok(!seen.some(({ state }) => state === 'open'), 'nobody is asked to submit again');
    assert.equal(sent(), 1);
  });

  test('422: notifies the back end', async (t) => {
    const { pair, ana, answerNow } = await promised(t);
    assert.equal(await titleOf(await answerNow(422)), 'The service refused the data');
    const type = 'precandidate.submission_failed';
    const { event } = await pair.receiver.next((one) => one.event.type === type);
    assert.ok(event.type === type);
    assert.deepEqual([event.data.attempt, event.data.reason], [1, 'refused']);
    const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
    await readStream(stream, ({ state }) => state === 'refused');
  });
});
