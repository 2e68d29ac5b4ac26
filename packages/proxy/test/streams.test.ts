import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Precandidate } from 'precandidate-contract';
import { type Candidate, type Pair, sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { until } from 'precandidate-testing/until.ts';

const pair = sharedPair();

const STREAM = { headers: { accept: 'text/event-stream' } };

/** A stream, once there is room for it. */
function streamOf(candidate: Candidate): Promise<Response> {
  return until(async () => {
    const response = await candidate.browse('status', STREAM);
    return response.status !== 503 && response;
  });
}

test('limits the streams of one form, also of several sessions; one that ends makes room', async () => {
  const ana = await pair.candidate();
  const streams = await Promise.all(Array.from({ length: 33 }, () => ana.browse('status', STREAM)));
  const refused = streams.filter(({ status }) => status === 503);
  assert.equal(refused.length, 1);
  assert.equal(refused[0]?.headers.get('retry-after'), '30');
  assert.equal((await (await pair.session(ana)).browse('status', STREAM)).status, 503);
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

/** A form that this process does not know; the service says nothing about it until `release`. */
async function unknownForm(own: Pair) {
  const created = await own.backend('/precandidate', {
    body: { country_code: 'PE', pipeline_name: 'no_fields' },
  });
  const { person_id, precandidate_id: form_id } = (await created.json()) as Precandidate;
  await own.backend(`/persons/${person_id}`, { method: 'DELETE' });
  await own.fault({ kind: 'status', status: 503, times: 0 });
  const ana = await own.session({ person_id, form_id });
  const release = () => own.recover();
  await release();
  await own.control('/_control/requests', undefined, 'DELETE');
  await own.fault({ kind: 'delay', delay_ms: 600_000, times: 0 });
  const requested = () => until(async () => (await own.requestedPaths()).length > 0);
  return { ana, release, requested };
}
const RARE = { POLL_MIN_SECONDS: '3600', POLL_MAX_SECONDS: '3600' };

test('a stream that starts during a stop does not delay it', async (t) => {
  const own = await startPair(t, { env: RARE });
  const { ana, release, requested } = await unknownForm(own);
  const stream = ana.browse('status', STREAM);
  await requested();
  const restarted = own.restart();
  const stopping = own.url;
  // The listener closes first.
  await until(() =>
    fetch(`${stopping}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  await release();
  assert.equal((await stream).status, 503);
  await restarted;
});

test('browsers that disconnect before their stream starts release their places', async (t) => {
  const own = await startPair(t, { env: RARE });
  const { ana, release, requested } = await unknownForm(own);
  const abort = new AbortController();
  const gone = Array.from({ length: 32 }, () =>
    assert.rejects(ana.browse('status', { ...STREAM, signal: abort.signal })),
  );
  await requested();
  abort.abort();
  await Promise.all(gone);
  // Answered after these, so the proxy knows that the browsers are gone.
  assert.equal((await fetch(`${own.url}/healthz`)).status, 200);
  await release();

  // So many that the others had their streams long ago.
  for (let times = 0; times < 20; times += 1)
    assert.equal((await fetch(`${own.url}/readyz`)).status, 200);
  const other = await ana.browse('status', STREAM);
  assert.equal(other.status, 200);
  await other.body?.cancel();
});
