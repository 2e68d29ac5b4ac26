import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStream } from './read-stream.ts';
import { startPair } from './start-pair.ts';

const STREAM = { headers: { accept: 'text/event-stream' } };

test('a stream begins with the current snapshot', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const [first] = await readStream(await ana.browse('status', STREAM), () => true);
  assert.equal(first?.precandidate_id, ana.form_id);
  assert.equal(first.precandidate_status, 'CREATED');
});

test('there are MAX_STREAMS of them, and one that ends makes room', async (t) => {
  const pair = await startPair(t, { env: { MAX_STREAMS: '1' } });
  const ana = await pair.candidate();
  const abort = new AbortController();
  const first = await ana.browse('status', { ...STREAM, signal: abort.signal });
  const refused = await ana.browse('status', STREAM);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '30');
  const gone = assert.rejects(first.text());
  abort.abort();
  await gone;
  let again = await ana.browse('status', STREAM);
  while (again.status === 503) again = await ana.browse('status', STREAM);
  assert.equal(again.status, 200);
  await again.body?.cancel();
});

test('one session has its share of the streams, and leaves the others theirs', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const streams = await Promise.all(Array.from({ length: 33 }, () => ana.browse('status', STREAM)));
  const refused = streams.filter(({ status }) => status === 503);
  assert.equal(refused.length, 1);
  const rui = await pair.candidate();
  const other = await rui.browse('status', STREAM);
  assert.equal(other.status, 200);
  for (const { body } of [...streams, other]) await body?.cancel();
  let again = await ana.browse('status', STREAM);
  while (again.status === 503) again = await ana.browse('status', STREAM);
  assert.equal(again.status, 200, 'what is given back can be taken again');
  await again.body?.cancel();
});

test('HEAD opens no stream', async (t) => {
  const pair = await startPair(t, { env: { MAX_STREAMS: '1' } });
  const ana = await pair.candidate();
  const head = await ana.browse('status', { ...STREAM, method: 'HEAD' });
  assert.equal(head.status, 405);
  const [first] = await readStream(await ana.browse('status', STREAM), () => true);
  assert.equal(first?.state, 'open');
});

test('stopping ends open streams, and does not wait for them', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const stream = await ana.browse('status', STREAM);
  const ended = stream.text();
  await pair.restart();
  assert.match(await ended, /event: snapshot/);
});

test('many watchers of one person cost the service one poll at a time', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const streams = await Promise.all(Array.from({ length: 30 }, () => ana.browse('status', STREAM)));
  await pair.control('/_control/requests', undefined, 'DELETE');
  const seen = streams.map((stream) => readStream(stream, ({ state }) => state === 'submitted'));
  await pair.control(`/calls/${ana.form_id}`, {});
  const revisions = (await Promise.all(seen)).map((snapshots) => snapshots.at(-1)?.revision);
  assert.equal(new Set(revisions).size, 1);
  const { counts } = (await pair.control('/_control/requests')) as {
    counts: Record<string, number>;
  };
  const polls = Object.entries(counts).find(([route]) =>
    /^GET \/v3\/precandidate\/[^/]+$/.test(route),
  );
  assert.ok(polls && polls[1] <= 3, JSON.stringify(counts));
});
