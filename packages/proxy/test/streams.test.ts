import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStream } from './read-stream.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { type Candidate, sharedPair, startPair } from './start-pair.ts';
import { until } from './until.ts';

const pair = sharedPair();

const STREAM = { headers: { accept: 'text/event-stream' } };

/** A stream, once there is room for it. */
function streamOf(candidate: Candidate): Promise<Response> {
  return until(async () => {
    const response = await candidate.browse('status', STREAM);
    return response.status !== 503 && response;
  });
}

test('a stream begins with the current snapshot', async () => {
  const ana = await pair.candidate();
  const [first] = await readStream(await ana.browse('status', STREAM), () => true);
  assert.equal(first?.precandidate_id, ana.form_id);
  assert.equal(first.precandidate_status, 'CREATED');
});

test('limits streams to MAX_STREAMS; one that ends makes room', async (t) => {
  const own = await startPair(t, { env: { MAX_STREAMS: '1' } });
  const ana = await own.candidate();
  const abort = new AbortController();
  const first = await ana.browse('status', { ...STREAM, signal: abort.signal });
  const refused = await ana.browse('status', STREAM);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '30');
  const gone = assert.rejects(first.text());
  abort.abort();
  await gone;
  const again = await streamOf(ana);
  assert.equal(again.status, 200);
  await again.body?.cancel();
});

test('limits the streams of one session', async () => {
  const ana = await pair.candidate();
  const streams = await Promise.all(Array.from({ length: 33 }, () => ana.browse('status', STREAM)));
  const refused = streams.filter(({ status }) => status === 503);
  assert.equal(refused.length, 1);
  const rui = await pair.candidate();
  const other = await rui.browse('status', STREAM);
  assert.equal(other.status, 200);
  for (const { body } of [...streams, other]) await body?.cancel();
  const again = await streamOf(ana);
  assert.equal(again.status, 200, 'what is given back can be taken again');
  await again.body?.cancel();
});

test('HEAD opens no stream', async (t) => {
  const own = await startPair(t, { env: { MAX_STREAMS: '1' } });
  const ana = await own.candidate();
  const head = await ana.browse('status', { ...STREAM, method: 'HEAD' });
  assert.equal(head.status, 405);
  const [first] = await readStream(await ana.browse('status', STREAM), () => true);
  assert.equal(first?.state, 'open');
});

test('a stop ends open streams without waiting for them', async (t) => {
  const own = await startPair(t);
  const ana = await own.candidate();
  const stream = await ana.browse('status', STREAM);
  const ended = stream.text();
  await own.restart();
  assert.match(await ended, /event: snapshot/);
});

test('polls once for many streams of one person', async () => {
  const ana = await pair.candidate();
  const streams = await Promise.all(Array.from({ length: 30 }, () => ana.browse('status', STREAM)));
  await pair.control('/_control/requests', undefined, 'DELETE');
  const seen = streams.map((stream) => readStream(stream, ({ state }) => state === 'submitted'));
  await pair.control(`/calls/${ana.form_id}`, {});
  const revisions = (await Promise.all(seen)).map((snapshots) => snapshots.at(-1)?.revision);
  assert.equal(new Set(revisions).size, 1);
  const { last } = (await pair.control('/_control/requests')) as { last: { path: string }[] };
  const polls = last.filter(({ path }) => path === `/v3/precandidate/${ana.person_id}`);
  assert.ok(polls.length >= 1 && polls.length < streams.length / 2, JSON.stringify(last));
});

test('a stream that starts during a stop does not delay it', async (t) => {
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const { apiUrl } = await startScriptedService(t, async (_request, response) => {
    if (!isHeld) return void response.writeHead(503).end();
    requested.resolve();
    await answered.promise;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([recordOf('ana')]));
  });
  const own = await startPair(t, { env: { UPSTREAM_URL: apiUrl, POLL_MIN_SECONDS: '60' } });
  const session = { person_id: 'ana', form_id: 'form-ana', html: false };
  const { token } = (await (await own.backend('/sessions', { body: session })).json()) as {
    token: string;
  };
  isHeld = true;
  const stream = fetch(`${own.url}/precandidate/ana/status/form-ana`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
  });
  await requested.promise;
  const restarted = own.restart();
  const stopping = own.url;
  await until(async () => !(await fetch(`${stopping}/readyz`)).ok);
  answered.resolve();
  assert.equal((await stream).status, 503);
  await restarted;
});

test('a browser that disconnects before its stream starts releases its place', async (t) => {
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const { apiUrl } = await startScriptedService(t, async (request, response) => {
    const person_id = /\/precandidate\/([^/]+)$/.exec(request.url ?? '')?.[1];
    if (person_id === undefined || (person_id === 'slow' && !isHeld))
      return void response.writeHead(503).end();
    if (person_id === 'slow') {
      requested.resolve();
      await answered.promise;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([recordOf(person_id)]));
  });
  const own = await startPair(t, {
    env: {
      UPSTREAM_URL: apiUrl,
      MAX_STREAMS: '1',
      POLL_MIN_SECONDS: '3600',
      POLL_MAX_SECONDS: '3600',
    },
  });
  const open = async (person_id: string, signal?: AbortSignal) => {
    const form_id = `form-${person_id}`;
    const minted = await own.backend('/sessions', { body: { person_id, form_id, html: false } });
    const { token } = (await minted.json()) as { token: string };
    isHeld = true;
    return fetch(`${own.url}/precandidate/${person_id}/status/${form_id}`, {
      headers: { ...STREAM.headers, authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    });
  };

  const abort = new AbortController();
  const gone = assert.rejects(open('slow', abort.signal));
  await requested.promise;
  abort.abort();
  await gone;
  // Answered after this one the proxy knows that the browser is gone.
  assert.equal((await fetch(`${own.url}/healthz`)).status, 200);
  answered.resolve();

  // So many that the other one had its stream long ago.
  for (let times = 0; times < 20; times += 1)
    assert.equal((await fetch(`${own.url}/readyz`)).status, 200);
  const other = await open('quick');
  assert.equal(other.status, 200);
  await other.body?.cancel();
});
