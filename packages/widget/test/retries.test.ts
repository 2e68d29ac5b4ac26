import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happensToPage, setOnline, tokenFor } from './controller-host.ts';
import { host, proxy, ready, SUBMITTED, useHost } from './controller-stage.ts';
import { refuse } from './scripted-proxy.ts';

const problems = () => host.names().filter((name) => name === 'problem').length;
test('a service that is down is asked again by itself, and told once', async () => {
  proxy.next.bootstrap.push(...Array.from({ length: 3 }, () => refuse('service-unavailable')));
  host.connect();
  await host.reaches('problem');
  for (const round of [2, 3]) {
    const last = host.controller.retryAt;
    // Nobody waits here for the pause: what ends it early is what its end calls.
    setOnline(true);
    assert.equal(host.state, 'problem');
    await host.until(() => host.controller.retryAt !== last);
    assert.equal(proxy.requests('bootstrap').length, round);
  }
  assert.equal(problems(), 1);
  setOnline(true);
  await host.reaches('ready');
  assert.equal(host.controller.retryAt, undefined);
});

test('a press on the button does not wait', async () => {
  proxy.next.bootstrap.push(refuse('service-unavailable'));
  host.connect();
  await host.reaches('problem');
  host.controller.retry();
  assert.equal(host.controller.retryAt, undefined);
  await host.reaches('ready');
});

test('what could not be sent is sent by itself, once the network is back at the latest', async () => {
  await ready();
  proxy.next.submission.push(refuse('service-busy'), refuse('service-busy'));
  host.submit();
  await host.reaches('problem');
  const last = host.controller.retryAt;
  setOnline(true);
  await host.until(() => host.controller.retryAt !== last);
  setOnline(true);
  await host.reaches('sending');
  assert.equal(problems(), 1);
  const keys = new Set(proxy.requests('submission').map(({ key }) => key));
  assert.equal(keys.size, 1);
});

test('data that the candidate goes on changing is not sent by itself', async () => {
  await ready();
  proxy.next.submission.push(refuse('service-busy'));
  host.submit();
  await host.reaches('problem');
  host.controller.fieldChanged();
  assert.equal(host.controller.retryAt, undefined);
  assert.equal(host.controller.canRetry, true);
  setOnline(true);
  assert.equal(proxy.requests('submission').length, 1);
});

test('what no later try can mend is not tried, nor a session that nobody renews', async () => {
  proxy.next.bootstrap.push(refuse('form-not-found'));
  host.connect();
  await host.reaches('problem');
  assert.equal(host.controller.retryAt, undefined);
  host.disconnect();
  useHost();
  proxy.next.bootstrap.push(refuse('session-expired'));
  host.connect();
  await host.reaches('problem');
  assert.equal(host.controller.retryAt, undefined);
});

test('once detached it tries nothing more', async () => {
  proxy.next.bootstrap.push(refuse('service-unavailable'));
  host.connect();
  await host.reaches('problem');
  host.disconnect();
  assert.equal(host.controller.retryAt, undefined);
  setOnline(true);
  assert.equal(proxy.requests('bootstrap').length, 1);
});

test('a page that is put aside holds no stream; taken up again it learns what it missed', async () => {
  await ready();
  happensToPage('pagehide', { persisted: true });
  await proxy.until(() => proxy.openStreams === 0);
  proxy.tell({ ...SUBMITTED, by: 'elsewhere' });
  assert.equal(host.state, 'ready');
  happensToPage('pageshow', { persisted: true });
  await host.reaches('elsewhere');
  assert.equal(host.forms.length, 1);
});

test('a session is renewed the way that the host gives by then', async () => {
  useHost({ fetchSession: async () => assert.fail('the old way') });
  await ready();
  const fresh = tokenFor('form', 'fresh');
  host.sessionWays = { ...host.sessionWays, fetchSession: async () => fresh };
  host.controller.sessionWaysChanged();
  proxy.next.submission.push(refuse('session-expired'));
  host.submit();
  await host.reaches('sending');
  assert.equal(proxy.requests('submission').at(-1)?.token, fresh);
});
