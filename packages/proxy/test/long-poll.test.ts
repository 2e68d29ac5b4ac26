import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { waitPreference } from '../src/status/plugin.ts';
import { ENGINES } from './on-both-engines.ts';
import { type Candidate, type Pair, startPair } from './start-pair.ts';
import { until } from './until.ts';

const PERU = { document_id: '44556677', city_locode: 'PE LIM' };

async function known(ana: Candidate): Promise<string> {
  const answer = await ana.browse('status');
  assert.equal(answer.status, 200);
  await answer.body?.cancel();
  return answer.headers.get('etag') ?? assert.fail('no ETag');
}

/** Resolves once the proxy holds so many waits. */
async function held(pair: Pair, count: number): Promise<void> {
  const now = async () =>
    /^precandidate_long_polls (\d+)$/m.exec(await (await fetch(`${pair.url}/metrics`)).text())?.[1];
  await until(async () => (await now()) === String(count));
}

const waitFor = (ana: Candidate, etag: string, seconds: number, signal?: AbortSignal) =>
  ana.browse('status', {
    headers: { prefer: `wait=${seconds}`, 'if-none-match': etag },
    ...(signal && { signal }),
  });

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: a long poll ends when the form is submitted`, async (t) => {
    const pair = await startPair(t, { env: await database() });
    const ana = await pair.candidate();
    const waiting = waitFor(ana, await known(ana), 30);
    await held(pair, 1);
    await ana.submit(PERU);
    const answer = await waiting;
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('preference-applied'), 'wait=30');
    const snapshot = (await answer.json()) as Snapshot;
    assert.equal(answer.headers.get('etag'), `"${snapshot.revision}"`);
    assert.notEqual(snapshot.state, 'open');
    await held(pair, 0);
  });

test('responds at once when the browser’s snapshot is outdated', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const stale = await known(ana);
  await ana.submit(PERU);
  const answer = await waitFor(ana, stale, 30);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('preference-applied'), null);
});

test('without changes: 304, at once without a preference and after the wait with one', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const etag = await known(ana);
  const at_once = await ana.browse('status', { headers: { 'if-none-match': `W/${etag}` } });
  assert.equal(at_once.status, 304);
  const began = performance.now();
  const waited = await waitFor(ana, etag, 1);
  assert.equal(waited.status, 304);
  assert.equal(waited.headers.get('etag'), etag);
  assert.ok(performance.now() - began > 990);
});

test('long polls and streams share MAX_STREAMS; beyond it the preference is not applied', async (t) => {
  const pair = await startPair(t, { env: { MAX_STREAMS: '1' } });
  const ana = await pair.candidate();
  const etag = await known(ana);
  const abort = new AbortController();
  const first = assert.rejects(waitFor(ana, etag, 30, abort.signal));
  await held(pair, 1);
  const second = await waitFor(ana, etag, 30);
  assert.equal(second.status, 304);
  assert.equal(second.headers.get('preference-applied'), null);
  const stream = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  assert.equal(stream.status, 503);
  abort.abort();
  await first;
  await held(pair, 0);
  const again = await ana.browse('status', { headers: { accept: 'text/event-stream' } });
  assert.equal(again.status, 200, 'a browser that went away left its place');
  await again.body?.cancel();
});

test('a stop ends long polls with the current snapshot', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const waiting = waitFor(ana, await known(ana), 30);
  await held(pair, 1);
  await pair.restart();
  assert.equal((await waiting).status, 304);
});

test('parses Prefer as RFC 7240 defines it; at most 30 s', () => {
  const cases: [string | string[] | undefined, number | undefined][] = [
    ['wait=10', 10],
    ['respond-async, wait=10', 10],
    ['Wait = "10"; foo=bar', 10],
    [['return=minimal', 'wait=5'], 5],
    ['wait=5, wait=9', 5],
    ['wait=100', 30],
    ['wait=0', 0],
    ['wait', undefined],
    ['wait=-1', undefined],
    ['await=10', undefined],
    ['wait=1e3', undefined],
    [undefined, undefined],
  ];
  for (const [prefer, seconds] of cases)
    assert.equal(waitPreference(prefer), seconds, JSON.stringify(prefer));
});
