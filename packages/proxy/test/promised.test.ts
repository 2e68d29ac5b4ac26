import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test, type TestContext } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { readStream } from './read-stream.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { startPair } from './start-pair.ts';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

/** A service whose form responds to the first request only after the candidate got a 202. */
async function promised(t: TestContext) {
  const held: ServerResponse[] = [];
  let taken = 0;
  let base = '';
  const { apiUrl } = await startScriptedService(t, ({ method, url = '' }, response) => {
    if (url.startsWith('/form')) {
      if (held.push(response) === 1) return;
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
  const answer = await ana.submit({ a: 'x' });
  assert.equal(answer.status, 202);
  assert.equal(((await answer.json()) as Snapshot).state, 'sending');
  return {
    pair,
    ana,
    answerNow: (status: number) => held[0]?.writeHead(status).end(),
    sent: () => taken,
  };
}

// Each waits until the candidate gets a 202: side by side they wait once.
describe('the service responds after the candidate got a 202', { concurrency: true }, () => {
  test('503: sends the data again', async (t) => {
    const { ana, answerNow, sent } = await promised(t);
    const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
    answerNow(503);
    const seen = await readStream(stream, ({ state }) => state === 'submitted');
    assert.ok(!seen.some(({ state }) => state === 'open'), 'nobody is asked to submit again');
    assert.equal(sent(), 1);
  });

  test('422: notifies the back end', async (t) => {
    const { pair, ana, answerNow } = await promised(t);
    answerNow(422);
    const type = 'precandidate.submission_failed';
    const { event } = await pair.receiver.next((one) => one.event.type === type);
    assert.ok(event.type === type);
    assert.deepEqual([event.data.attempt, event.data.reason], [1, 'refused']);
    const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
    await readStream(stream, ({ state }) => state === 'refused');
  });
});
