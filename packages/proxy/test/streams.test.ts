import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { recordOf, startScriptedService } from './scripted-service.ts';
import { type Candidate, sharedPair, startPair } from '../../../tests/stage/pair.ts';
import { until } from '../../../tests/stage/until.ts';

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

test('limits the streams of one form, also of several sessions; one that ends makes room', async () => {
  const ana = await pair.candidate();
  const streams = await Promise.all(Array.from({ length: 33 }, () => ana.browse('status', STREAM)));
  const refused = streams.filter(({ status }) => status === 503);
  assert.equal(refused.length, 1);
  assert.equal(refused[0]?.headers.get('retry-after'), '30');
  const { person_id, form_id } = ana;
  const minted = await pair.backend('/sessions', { body: { person_id, form_id, html: false } });
  const { token } = (await minted.json()) as { token: string };
  const headers = { ...STREAM.headers, authorization: `Bearer ${token}` };
  assert.equal((await ana.browse('status', { headers })).status, 503);
  assert.equal((await ana.browse('status')).status, 200, 'the snapshot can be polled');
  const rui = await pair.candidate();
  const other = await rui.browse('status', STREAM);
  assert.equal(other.status, 200);
  for (const { body } of [...streams, other]) await body?.cancel();
  const again = await streamOf(ana);
  assert.equal(again.status, 200);
  await again.body?.cancel();
});

test('HEAD opens no stream', async () => {
  const ana = await pair.candidate();
  assert.equal((await ana.browse('status', { ...STREAM, method: 'HEAD' })).status, 405);
});

test('a stop ends open streams without waiting for them', async (t) => {
  const own = await startPair(t);
  const ana = await own.candidate();
  const stream = await ana.browse('status', STREAM);
  const ended = stream.text();
  await own.restart();
  assert.match(await ended, /event: snapshot/);
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
  // The listener closes first.
  await until(() =>
    fetch(`${stopping}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  answered.resolve();
  assert.equal((await stream).status, 503);
  await restarted;
});

test('browsers that disconnect before their stream starts release their places', async (t) => {
  const PLACES = 32;
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const { apiUrl } = await startScriptedService(t, async (_request, response) => {
    if (!isHeld) return void response.writeHead(503).end();
    requested.resolve();
    await answered.promise;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([recordOf('slow')]));
  });
  const POLL_SECONDS = { POLL_MIN_SECONDS: '3600', POLL_MAX_SECONDS: '3600' };
  const own = await startPair(t, { env: { UPSTREAM_URL: apiUrl, ...POLL_SECONDS } });
  const session = { person_id: 'slow', form_id: 'form-slow', html: false };
  const minted = await own.backend('/sessions', { body: session });
  const { token } = (await minted.json()) as { token: string };
  isHeld = true;
  const open = (signal?: AbortSignal) =>
    fetch(`${own.url}/precandidate/slow/status/form-slow`, {
      headers: { ...STREAM.headers, authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    });

  const abort = new AbortController();
  const gone = Array.from({ length: PLACES }, () => assert.rejects(open(abort.signal)));
  await requested.promise;
  abort.abort();
  await Promise.all(gone);
  // Answered after these, so the proxy knows that the browsers are gone.
  assert.equal((await fetch(`${own.url}/healthz`)).status, 200);
  answered.resolve();

  // So many that the others had their streams long ago.
  for (let times = 0; times < 20; times += 1)
    assert.equal((await fetch(`${own.url}/readyz`)).status, 200);
  const other = await open();
  assert.equal(other.status, 200);
  await other.body?.cancel();
});
