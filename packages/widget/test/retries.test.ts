import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ProxyClient, type TokenSource } from '../src/api/proxy-client.ts';
import { becomeVisible, dispatchOnPage, setOnline } from './page-stub.ts';
import { host, proxy, SUBMITTED, tokenFor, VALUES } from './submission-stage.ts';
import { refuse } from './scripted-proxy.ts';

test('submits unsent data by itself, at the latest when the network is back', async () => {
  await host.ready();
  proxy.next.submission.push(refuse('service-busy'), refuse('service-busy'));
  host.submitForm();
  await host.reaches('problem');
  const last = host.controller.error.retryAt;
  setOnline(true);
  await host.until(() => host.controller.error.retryAt !== last);
  setOnline(true);
  await host.reaches('sending');
  assert.equal(host.problems().length, 1);
  assert.equal(new Set(proxy.attempts().map(({ key }) => key)).size, 1);
});

test('a page in the back-forward cache has no stream, and catches up when it returns', async () => {
  await host.ready();
  dispatchOnPage('pagehide', { persisted: true });
  await proxy.until(() => proxy.openStreams === 0);
  proxy.send({ ...SUBMITTED, by: 'elsewhere' });
  assert.equal(host.state, 'ready');
  dispatchOnPage('pageshow', { persisted: true });
  await host.reaches('elsewhere');
  assert.equal(host.forms.length, 1);
});

test('a tab that comes back while offline retries nothing', async () => {
  proxy.next.bootstrap.push(refuse('service-unavailable'));
  host.connect();
  await host.reaches('problem');
  setOnline(false);
  becomeVisible();
  assert.equal(host.controller.error.isRetrying, false);
  setOnline(true);
  await host.reaches('ready');
});

for (const problem of ['service-busy', 'session-expired'] as const)
  test(`an edit during a submit that fails with ${problem} leaves the next one to a press`, async () => {
    await host.ready();
    proxy.next.submission.push((response, request) => {
      host.controller.edited();
      refuse(problem)(response, request);
    });
    host.submitForm();
    await host.reaches('problem');
    assert.equal(host.controller.error.retryAt, undefined);
    setOnline(true);
    becomeVisible();
    assert.equal(host.controller.error.isRetrying, false);
    assert.equal(proxy.attempts().length, 1);
    host.controller.retry();
    await host.reaches('sending');
  });

test('an edit withdraws a press that waits for a session, and updates the element', async () => {
  await host.ready();
  host.setSession(null);
  await host.reaches('problem');
  host.submitForm();
  assert.equal(host.controller.hasUnsentValues, true);
  let updates = 0;
  const { requestUpdate } = host;
  host.requestUpdate = () => {
    updates += 1;
    requestUpdate.call(host);
  };
  host.controller.edited();
  assert.deepEqual([host.controller.hasUnsentValues, updates], [false, 1]);
  host.setSession(tokenFor());
  await host.reaches('ready');
  assert.equal(proxy.attempts().length, 0);
});

test('a retry sends the values of the press', async () => {
  await host.ready();
  proxy.next.submission.push(refuse('service-busy'));
  host.submitForm();
  await host.reaches('problem');
  host.values = { document_id: 'half' };
  setOnline(true);
  await host.reaches('sending');
  assert.deepEqual(proxy.attempts().at(-1)?.body, VALUES);
});

test('a submit without a response counts as failed after a minute, and can be repeated', async () => {
  await host.ready();
  // The connection is dead: the request ends only when it is aborted.
  const requested = Promise.withResolvers<void>();
  const hang = (_url: URL, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      requested.resolve();
    });
  mock.method(globalThis, 'fetch', hang, { times: 1 });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    host.submitForm();
    await requested.promise;
    mock.timers.tick(59_000);
    assert.equal(host.state, 'checking');
    mock.timers.tick(2_000);
    await host.reaches('problem');
  } finally {
    mock.timers.reset();
  }
  assert.deepEqual(host.problems(), ['proxy-unreachable']);
  host.controller.retry();
  await host.reaches('sending');
  assert.equal(proxy.attempts().length, 1);
});

test('the minute for a response leaves out the session source', async (t) => {
  const renewal = Promise.withResolvers<string>();
  const questions = Promise.withResolvers<void>();
  const source: TokenSource = async (rejected) => {
    if (rejected === undefined) return 'expired';
    questions.resolve();
    return renewal.promise;
  };
  t.mock.method(globalThis, 'fetch', async (_url: URL, { signal, headers }: RequestInit) => {
    signal?.throwIfAborted();
    const isRenewed = new Headers(headers).get('authorization') === 'Bearer renewed';
    const type = 'urn:precandidate:problem:session-expired';
    return isRenewed ? Response.json({ revision: 1 }) : Response.json({ type }, { status: 401 });
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const form = { proxyUrl: 'http://127.0.0.1/', person_id: 'person', form_id: 'form' };
  const snapshot = new ProxyClient(form, source).snapshot(new AbortController().signal);
  await questions.promise;
  t.mock.timers.tick(70_000);
  renewal.resolve('renewed');
  assert.deepEqual(await snapshot, { revision: 1 });
});

for (const way of ['after 20 s', 'when the network comes back', 'on a late return'] as const)
  test(`repeats a bootstrap that never responds, ${way}`, async () => {
    proxy.next.bootstrap.push(() => {});
    if (way === 'after 20 s') mock.timers.enable({ apis: ['setTimeout'] });
    const { now } = performance;
    try {
      host.connect();
      if (way === 'after 20 s') mock.timers.tick(1);
      await proxy.until(() => proxy.requests('bootstrap').length === 1);
      if (way === 'after 20 s') {
        mock.timers.tick(20_000);
        await host.reaches('problem');
        mock.timers.tick(10_000);
      } else if (way === 'on a late return') {
        performance.now = () => now.call(performance) + 5_000;
        becomeVisible();
      } else setOnline(true);
      await host.reaches('ready');
    } finally {
      mock.timers.reset();
      performance.now = now;
    }
    assert.equal(proxy.requests('bootstrap').length, 2);
  });
