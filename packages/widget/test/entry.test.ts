import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { SessionWays } from '../src/api/session-source.ts';
import { Entry, type EntryHost } from '../src/element/entry.ts';
import { tokenFor } from './controller-host.ts';
import { OPEN } from './controller-stage.ts';
import { hangUp, ScriptedProxy } from './scripted-proxy.ts';

const { signal } = new AbortController();
let proxy: ScriptedProxy;
let host: EntryHost & { sessionWays: SessionWays; proxyAddress: string };

beforeEach(async () => {
  proxy = new ScriptedProxy(OPEN);
  host = {
    proxyAddress: await proxy.listen(),
    sessionWays: { session: tokenFor(), sessionUrl: null, fetchSession: null },
    wishes: { locale: 'es-PE', fields: false },
    takePrefetched: () => undefined,
  };
});

afterEach(() => proxy.close());

const askedUnder = () => proxy.requests('bootstrap').map(({ token }) => token);

test('what was asked ahead is the answer, once', async () => {
  const entry = new Entry(host);
  await entry.askAhead();
  const token = await entry.takeSource().token();
  assert.equal(token, tokenFor());
  const answer = await entry.ask(host.proxyAddress, tokenFor(), signal);
  assert.equal(answer.status, 200);
  assert.deepEqual(proxy.requests('bootstrap')[0]?.body, { ...host.wishes, session: tokenFor() });
  await entry.ask(host.proxyAddress, tokenFor(), signal);
  assert.deepEqual(askedUnder(), [tokenFor(), tokenFor()]);
});

test('a session that changed meanwhile is asked for anew', async () => {
  const entry = new Entry(host);
  await entry.askAhead();
  host.sessionWays = { ...host.sessionWays, session: tokenFor('other') };
  await entry.askAhead();
  assert.equal(await entry.takeSource().token(), tokenFor('other'));
  await entry.ask(host.proxyAddress, tokenFor('third'), signal);
  assert.deepEqual(askedUnder(), [tokenFor(), tokenFor('other'), tokenFor('third')]);
});

test('who comes while the host still fetches a session waits for that one', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let fetched = 0;
  const fetchSession = async () => {
    fetched += 1;
    return promise;
  };
  host.sessionWays = { session: null, sessionUrl: null, fetchSession };
  const entry = new Entry(host);
  const ahead = entry.askAhead();
  const token = entry.takeSource().token();
  resolve(tokenFor());
  await ahead;
  await entry.ask(host.proxyAddress, (await token) ?? '', signal);
  assert.equal(fetched, 1);
  assert.deepEqual(askedUnder(), [tokenFor()]);
});

test('without a session, or a proxy that is a web address, nothing is asked', async () => {
  const entry = new Entry(host);
  host.sessionWays = { ...host.sessionWays, session: null };
  await entry.askAhead();
  assert.equal(await entry.takeSource().token(), null);
  await new Entry({ ...host, proxyAddress: null }).askAhead();
  assert.deepEqual(proxy.seen, []);
});

test('what the loader asked for is the answer; where it failed it is asked again', async () => {
  const asked = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve(new Response())];
  host.takePrefetched = () => asked.pop();
  const entry = new Entry(host);
  await entry.ask(host.proxyAddress, tokenFor(), signal);
  assert.deepEqual(askedUnder(), []);
  await entry.ask(host.proxyAddress, tokenFor(), signal);
  assert.deepEqual(askedUnder(), [tokenFor()]);
});

test('what the loader asked under another session is not the answer', async () => {
  host.takePrefetched = (token) => (token === 'another' ? Promise.reject(new Error()) : undefined);
  await new Entry(host).ask(host.proxyAddress, tokenFor(), signal);
  assert.deepEqual(askedUnder(), [tokenFor()]);
});

test('a line that broke is told to who reads the answer', async () => {
  proxy.next.bootstrap.push(hangUp);
  const entry = new Entry(host);
  await entry.askAhead();
  await assert.rejects(entry.ask(host.proxyAddress, tokenFor(), signal));
});
