import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSessionToken, SessionSource } from '../src/api/session-source.ts';
import { becomeVisible } from './page-stub.ts';
import { answerWith, refuse } from './scripted-proxy.ts';
import { host, proxy, tokenFor, useHost } from './submission-stage.ts';

test('renews an expired session with the source that the host set last', async () => {
  useHost({ fetchSession: async () => assert.fail('the old source') });
  await host.ready();
  const fresh = tokenFor('form', 'fresh');
  host.setSource({ fetchSession: async () => fresh });
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.reaches('sending');
  const [first, second] = proxy.attempts();
  assert.deepEqual([second?.token, second?.key], [fresh, first?.key]);
  assert.equal(host.removedForms, 1);
  assert.ok(!host.names().includes('problem'));
});

test('a source that fails at the start is called again', async () => {
  let calls = 0;
  const fetchSession = async () => {
    calls += 1;
    if (calls === 1) throw new TypeError('Failed to fetch');
    return tokenFor();
  };
  useHost({ session: null, fetchSession });
  host.connect();
  await host.reaches('problem');
  assert.deepEqual(host.problems(), ['session-unavailable']);
  assert.equal(host.controller.error.canRetry, true);
  assert.notEqual(host.controller.error.retryAt, undefined);
  host.controller.retry();
  await host.reaches('ready');
});

test('a source that refuses at the start leaves a button, and is called when the tab is visible', async () => {
  const tokens = ['', '', tokenFor()];
  useHost({ session: null, fetchSession: async () => tokens.shift() ?? assert.fail() });
  host.connect();
  await host.reaches('problem');
  assert.equal(host.controller.error.problem, 'session-missing');
  assert.equal(host.controller.error.canRetry, true);
  assert.equal(host.controller.error.retryAt, undefined);
  host.controller.retry();
  await host.until(() => !host.controller.error.isRetrying);
  assert.equal(host.state, 'problem');
  becomeVisible();
  await host.reaches('ready');
});

for (const around of [' ', '\n', '\ufeff'])
  test(`a token with ${JSON.stringify(around)} around it opens the form, whatever its source`, async () => {
    const token = `${around}${tokenFor()}${around}`;
    Object.assign(document, { baseURI: host.settings.proxyUrl });
    proxy.next.session.push(answerWith(200, { token }));
    for (const source of [
      { session: token },
      { session: null, fetchSession: async () => token },
      { session: null, sessionUrl: '/session' },
    ]) {
      useHost(source);
      await host.ready();
      assert.equal(proxy.requests('bootstrap').at(-1)?.token, tokenFor());
      host.disconnect();
    }
  });

for (const [status, problem] of [
  [401, 'session-missing'],
  [403, 'session-missing'],
  [500, 'session-unavailable'],
  [502, 'session-unavailable'],
] as const)
  test(`a session-url that responds with ${status} is ${problem}, and a retry opens the form`, async () => {
    Object.assign(document, { baseURI: host.settings.proxyUrl });
    proxy.next.session.push(answerWith(status, {}), answerWith(200, { token: tokenFor() }));
    useHost({ session: null, sessionUrl: '/session' });
    host.connect();
    await host.reaches('problem');
    assert.deepEqual(host.problems(), [problem]);
    assert.equal(host.controller.error.canRetry, true);
    assert.equal(host.controller.error.retryAt !== undefined, problem === 'session-unavailable');
    host.controller.retry();
    await host.reaches('ready');
  });

test('a session-url without a response counts as unavailable after a minute', async (t) => {
  Object.assign(document, { baseURI: host.settings.proxyUrl });
  // The connection is dead: the request ends only when it is aborted.
  t.mock.method(globalThis, 'fetch', async (_url: URL, { signal }: RequestInit) => {
    const ended = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => ended.reject(signal.reason));
    return ended.promise;
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const settings = { session: null, sessionUrl: '/session', fetchSession: null };
  const token = new SessionSource(() => settings).token();
  t.mock.timers.tick(60_000);
  await assert.rejects(token, { problem: 'session-unavailable' });
});

test('a refused renewal keeps the form, says that the session ended, and works when the tab is visible', async () => {
  const tokens = ['', tokenFor('form', 'fresh')];
  useHost({ fetchSession: async () => tokens.shift() ?? assert.fail() });
  await host.ready();
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.reaches('problem');
  assert.equal(host.controller.error.problem, 'session-expired');
  assert.equal(host.isFormVisible, true);
  assert.equal(host.controller.error.canRetry, true);
  proxy.next.submission.push(refuse('session-expired'));
  becomeVisible();
  await host.reaches('sending');
});

test('an invalid session is final only when the source has no other one', async () => {
  const fresh = tokenFor('form', 'fresh');
  useHost({ fetchSession: async () => fresh });
  proxy.next.bootstrap.push(refuse('session-invalid'));
  await host.ready();
  assert.deepEqual(
    proxy.requests('bootstrap').map(({ token }) => token),
    [tokenFor(), fresh],
  );
  host.disconnect();
  useHost({ session: 'nonsense', fetchSession: async () => fresh });
  await host.ready();
});

for (const isAttached of [true, false])
  test(`another source closes the form at once${isAttached ? '' : ', also of a detached element'}`, async () => {
    useHost({ session: null, fetchSession: async () => tokenFor() });
    await host.ready();
    if (!isAttached) host.disconnect();
    const removed = host.removedForms;
    host.setSource({ fetchSession: async () => tokenFor('other') });
    assert.equal(host.removedForms, removed + 1);
    if (isAttached) assert.deepEqual([host.state, host.isFormVisible], ['loading', false]);
    await host.ready();
  });

test('a renewal that returns another form opens that form', async () => {
  useHost({ fetchSession: async () => tokenFor('other') });
  await host.ready();
  const removed = host.removedForms;
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.until(() => host.removedForms === removed + 1);
  await proxy.until(() => proxy.requests('bootstrap').at(-1)?.token === tokenFor('other'));
  assert.equal(proxy.attempts().length, 1);
});

test('a reload does not wait for a source that never responded', async () => {
  const { promise: isCalled, resolve } = Promise.withResolvers<void>();
  const hangingOnce = () => {
    resolve();
    host.settings.fetchSession = async () => tokenFor();
    return new Promise<string>(() => {});
  };
  useHost({ session: null, fetchSession: hangingOnce });
  host.connect();
  await isCalled;
  host.controller.reload();
  await host.reaches('ready');
});

test('a renewal that ends after the page set another session leaves its form, and says that the answers did not arrive', async () => {
  const { promise: isCalled, resolve } = Promise.withResolvers<void>();
  const { promise: late, resolve: respond } = Promise.withResolvers<string>();
  useHost({
    fetchSession: () => {
      resolve();
      return late;
    },
  });
  await host.ready();
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await isCalled;
  host.setSession(tokenFor('other'));
  await host.until(() => host.forms.length === 2 && host.state === 'ready');
  await proxy.until(() => proxy.requests('stream').length === 2);
  respond(tokenFor('third'));
  await host.until(() => host.problems().length > 0);
  assert.deepEqual(host.problems(), ['session-expired']);
  assert.equal(host.controller.hasLostValues, true);
  assert.equal(host.state, 'ready');
  assert.equal(host.forms.length, 2);
});

test('uses the response that the loader requested for the same token, and repeats one that failed', async () => {
  const bootstrap = { schema: null, snapshot: { ...proxy.snapshot, state: 'submitted' } };
  const response = Promise.resolve(Response.json({ ...bootstrap, record: null, fields: null }));
  useHost();
  host.prefetched = { token: tokenFor(), response };
  host.connect();
  await host.reaches('submitted');
  assert.deepEqual(proxy.requests('bootstrap'), []);
  host.disconnect();
  useHost();
  const failed = Promise.reject(new TypeError('Failed to fetch'));
  failed.catch(() => {});
  host.prefetched = { token: tokenFor(), response: failed };
  await host.ready();
  host.disconnect();
  useHost();
  host.prefetched = { token: tokenFor('other'), response };
  await host.ready();
  assert.equal(proxy.requests('bootstrap').length, 2);
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: unknown) => `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
const claims = { person_id: 'p', form_id: 'f' };

test('reads the claims of a token, also letters beyond ASCII and base64url characters', () => {
  for (const read of [claims, { ...claims, person_id: 'ñ>>>???🦙', locale: 'es-PE' }])
    assert.deepEqual(readSessionToken(token(read)), read);
});

test('returns nothing for a text that is no token', () => {
  for (const text of ['', 'a.b.c', 'no dots', token(null), token({}), token({ person_id: 'p' })])
    assert.equal(readSessionToken(text), undefined, text);
});
