import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOnline } from './page-stub.ts';
import { host, proxy, SUBMITTED, tokenFor, useHost, VALUES } from './submission-stage.ts';
import { answerWith, hangUp, refuse } from './scripted-proxy.ts';

test('an attempt of another tab that ends without effect is no problem of this one', async () => {
  await host.ready();
  proxy.send({ state: 'sending', attempt: 1 });
  await host.reaches('sending');
  proxy.send({ state: 'open', precandidate_status: 'SEEN' });
  await host.reaches('ready');
  assert.deepEqual(host.problems(), []);
  assert.equal(host.controller.error.canRetry, false);
});

test('a submit that lost against another tab leads to the state elsewhere', async () => {
  await host.ready();
  proxy.next.submission.push((response, request) => {
    proxy.send({ state: 'sending', attempt: 1 });
    refuse('submission-in-progress')(response, request);
  });
  host.submitForm();
  await host.reaches('sending');
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('elsewhere');
  assert.ok(!host.names().includes('sent') && !host.names().includes('problem'));
});

test('sends nothing without a session, and follows the next one', async () => {
  await host.ready();
  for (const gap of [null, 'nonsense']) {
    host.setSession(gap);
    await host.reaches('problem');
    host.submitForm();
    await host.until(() => host.names().at(-1) === 'problem' && host.state === 'problem');
  }
  assert.equal(proxy.attempts().length, 0);
  host.setSession(tokenFor());
  await host.reaches('sending');
  await proxy.until(() => proxy.openStreams === 1);
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('submitted');
});

test('a new session replaces one that expired during typing', async () => {
  await host.ready();
  proxy.next.stream.push(refuse('session-expired'));
  proxy.endStreams();
  await host.reaches('problem');
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.until(() => host.names().filter((name) => name === 'problem').length === 2);
  host.setSession(tokenFor('form', 'fresh'));
  await host.reaches('sending');
  await proxy.until(() => proxy.openStreams === 1);
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('submitted');
});

test('a bootstrap that ends the submit of an earlier page opens the form once', async () => {
  proxy.send({ state: 'sending', attempt: 1 });
  host.connect();
  await host.reaches('sending');
  host.disconnect();
  proxy.send({ state: 'open' });
  host.connect();
  await host.reaches('ready');
  assert.equal(host.forms.length, 1);
});

test('an attempt of another tab that fails while the form opens does not open it again', async () => {
  proxy.send({ state: 'sending', attempt: 1 });
  const opened = Promise.withResolvers<void>();
  host.form.mount = async (form) => {
    host.forms.push(form);
    host.requestUpdate();
    await opened.promise;
    host.form.hasOpened = true;
  };
  host.connect();
  await host.reaches('sending');
  await proxy.until(() => proxy.openStreams === 1);
  proxy.send({ state: 'open' });
  await host.until(() => host.forms.length === 1);
  proxy.send({ state: 'sending', attempt: 2 });
  await host.reaches('sending');
  proxy.send({ state: 'open' });
  await host.until(() => host.state !== 'sending');
  opened.resolve();
  await host.until(() => host.isFormVisible);
  assert.equal(host.forms.length, 1);
});

for (const [state, problem] of [
  ['refused', 'submission-refused'],
  ['open', 'service-unavailable'],
] as const)
  test(`${problem} is one problem per attempt, whichever of stream and response comes first`, async () => {
    const reached = state === 'open' ? 'problem' : state;
    const statuses = () => host.names().filter((name) => name === 'status').length;
    await host.ready();
    proxy.next.submission.push((response, request) => {
      proxy.send({ state: 'sending', attempt: 1 });
      proxy.send({ state, precandidate_status: 'SEEN' });
      void host.until(() => statuses() === 2).then(() => refuse(problem)(response, request));
    });
    host.submitForm();
    await host.reaches(reached);
    assert.deepEqual(host.problems(), [problem]);
    proxy.next.submission.push((response, request) => {
      const { revision } = proxy.snapshot;
      proxy.snapshot = { ...proxy.snapshot, revision: revision + 2, attempt: 2 };
      refuse(problem)(response, request);
    });
    host.submitForm();
    await host.until(() => host.problems().length === 2);
    await host.reaches(reached);
    proxy.sendLate({ revision: 3, state: 'sending' });
    proxy.sendLate({ revision: 4, state });
    proxy.send({ precandidate_status: 'LATER' });
    await host.until(() => statuses() === 3);
    assert.deepEqual(host.problems(), [problem, problem]);
  });

for (const [data, problem] of [
  ['sent', 'session-expired'],
  ['sent', 'origin-not-allowed'],
  ['sent', 'proxy-unreachable'],
  ['stored', 'session-expired'],
] as const)
  test(`${data} data stays ${data} when following its status ends with ${problem}`, async () => {
    await host[data]();
    const { state } = host;
    if (problem === 'proxy-unreachable') {
      setOnline(false);
      proxy.next.status.push(hangUp);
      host.controller.load();
    } else {
      proxy.next.stream.push(refuse(problem));
      proxy.endStreams();
    }
    await host.until(() => host.problems().length > 0);
    assert.deepEqual(host.problems(), [problem]);
    assert.equal(host.state, state);
    assert.equal(host.isFormVisible, false);
    assert.equal(host.controller.isDataSafe, true);
    if (problem === 'proxy-unreachable') setOnline(true);
    else host.setSession(tokenFor('form', 'renewed'));
    await proxy.until(() => proxy.openStreams === 1);
    proxy.send({ ...SUBMITTED, by: 'form', stored: false });
    await host.reaches('submitted');
  });

/** The page removes the element as soon as it submits. */
function removeOnSubmitting(): void {
  const { emit } = host;
  host.emit = (name, detail) => {
    emit.call(host, name, detail);
    if (name === 'precandidate-submitting') host.disconnect();
  };
}

for (const [way, answer] of [
  ['is removed on precandidate-submitting', undefined],
  ['is removed, while the network is away', hangUp],
  ['is removed, while the service is busy', refuse('service-busy')],
  ['is removed, although its session has expired', refuse('session-expired')],
  ['waits for the network and is removed', hangUp],
] as const)
  test(`delivers the data of an element that ${way}, under one key, and then rests`, async () => {
    useHost({ fetchSession: async () => tokenFor('form', 'another') });
    await host.ready();
    if (answer) proxy.next.submission.push(answer);
    if (!way.startsWith('waits')) removeOnSubmitting();
    host.submitForm();
    if (way.includes('while') || way.startsWith('waits')) {
      await host.reaches('problem');
      host.disconnect();
      setOnline(true);
    }
    await host.until(() => !host.controller.hasUnsentValues);
    assert.equal(proxy.attempts().length, answer ? 2 : 1);
    assert.deepEqual(proxy.attempts().at(-1)?.body, VALUES);
    assert.equal(new Set(proxy.attempts().map(({ key }) => key)).size, 1);
    await proxy.until(() => proxy.openStreams === 0);
    const { length } = proxy.seen;
    setOnline(true);
    host.controller.load();
    assert.equal(host.state, 'sending');
    assert.equal(proxy.seen.length, length);
  });

test('delivers the data of an element that is removed while it connects again', async () => {
  await host.ready();
  host.controller.load();
  host.submitForm();
  host.disconnect();
  await proxy.until(() => proxy.attempts().length === 1);
});

test('a removed element whose data nobody can send stops, and sends it when it is back', async () => {
  await host.ready();
  proxy.next.submission.push(refuse('session-expired'));
  removeOnSubmitting();
  host.submitForm();
  await host.reaches('problem');
  setOnline(true);
  assert.equal(proxy.attempts().length, 1);
  host.settings = { ...host.settings, session: tokenFor('form', 'renewed') };
  host.connect();
  await proxy.until(() => proxy.attempts().length === 2);
});

test('delivers a submit that waits for the network when the page opens another form', async () => {
  await host.ready();
  proxy.next.submission.push(hangUp);
  host.submitForm();
  await host.reaches('problem');
  host.setSession(tokenFor('other'));
  await proxy.until(() => proxy.requests('bootstrap').length === 2);
  setOnline(true);
  await proxy.until(() => proxy.attempts().length === 2);
  const [first, second] = proxy.attempts();
  assert.deepEqual(second, first);
  assert.match(second?.path ?? '', /submission\/form$/);
});

test('sends a submit once that is on its way when the page opens another form', async () => {
  await host.ready();
  const { promise: isReplaced, resolve: replaced } = Promise.withResolvers<void>();
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
  proxy.next.submission.push((response, request) => {
    void isReplaced.then(() => {
      answerWith(202, proxy.snapshot)(response, request);
      answered();
    });
  });
  host.submitForm();
  host.setSession(tokenFor('other'));
  await proxy.until(() => proxy.requests('bootstrap').length === 2);
  replaced();
  await isAnswered;
  await host.reaches('ready');
  setOnline(true);
  assert.equal(proxy.attempts().length, 1);
});

test('delivers a submit that waits for the network when the page sets another fetchSession', async () => {
  useHost({ session: null, fetchSession: async () => tokenFor() });
  await host.ready();
  proxy.next.submission.push(hangUp);
  host.submitForm();
  await host.reaches('problem');
  setOnline(false);
  host.setSource({ fetchSession: async () => tokenFor('other') });
  await proxy.until(() => proxy.requests('bootstrap').length === 2);
  setOnline(true);
  await proxy.until(() => proxy.attempts().length === 2);
  assert.equal(new Set(proxy.attempts().map(({ key, path }) => `${key} ${path}`)).size, 1);
});

for (const [way, response] of [
  ['its session has expired, and the page gives only that of the other form', 'session-expired'],
  ['the proxy refuses it', 'validation-failed'],
] as const)
  test(`says when a submit did not arrive, because ${way}`, async () => {
    useHost({ session: null, fetchSession: async () => tokenFor() });
    await host.ready();
    proxy.next.submission.push(hangUp, refuse(response));
    host.submitForm();
    await host.reaches('problem');
    setOnline(false);
    host.setSource({ fetchSession: async () => tokenFor('other') });
    await host.reaches('ready');
    assert.equal(host.controller.hasLostValues, false);
    setOnline(true);
    await host.until(() => host.controller.hasLostValues);
    assert.deepEqual(host.problems().slice(1), [response]);
    assert.equal(host.state, 'ready');
    host.setSource({ fetchSession: async () => tokenFor() });
    await host.until(() => !host.controller.hasLostValues);
  });

test('an edit withdraws what another form would send', async () => {
  await host.ready();
  proxy.next.submission.push(hangUp);
  host.submitForm();
  await host.reaches('problem');
  host.controller.edited();
  host.setSession(tokenFor('other'));
  await proxy.until(() => proxy.requests('bootstrap').length === 2);
  setOnline(true);
  await host.reaches('ready');
  assert.equal(proxy.attempts().length, 1);
});

for (const order of ['while it submits', 'after the response'] as const)
  test(`an element that is replaced ${order} knows the submit as its own`, async () => {
    const first = host;
    await first.ready();
    useHost({}, first.pageAttempts);
    await host.ready();
    const answered = Promise.withResolvers<void>();
    proxy.next.submission.push((response, request) => {
      if (order.startsWith('after')) proxy.snapshot = { ...proxy.snapshot, attempt: 1 };
      else proxy.send({ state: 'sent', attempt: 1 });
      answerWith(200, proxy.snapshot)(response, request);
      answered.resolve();
    });
    first.submitForm();
    first.disconnect();
    await answered.promise;
    await first.until(() => !first.controller.hasUnsentValues);
    proxy.send({ ...SUBMITTED, by: 'form', attempt: 1 });
    setOnline(true);
    await host.reaches('submitted');
  });
