import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOnline } from './page-stub.ts';
import {
  host,
  proxy,
  ready,
  setSession,
  stored,
  SUBMITTED,
  tokenFor,
  useHost,
  VALUES,
} from './submission-stage.ts';
import { answerWith, hangUp, refuse } from './scripted-proxy.ts';

test('data submitted in another tab leads to the state elsewhere', async () => {
  await ready();
  proxy.send({ state: 'sending', attempt: 1 });
  proxy.send({ state: 'sent' });
  await host.reaches('sent');
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('elsewhere');
  assert.deepEqual(host.names(), ['status', 'status', 'submitted']);
  assert.partialDeepStrictEqual(host.events.at(-1)?.[1], { by: 'elsewhere' });
});

test('an attempt of another tab that ends without effect is no problem of this one', async () => {
  await ready();
  proxy.send({ state: 'sending', attempt: 1 });
  await host.reaches('sending');
  proxy.send({ state: 'open', precandidate_status: 'SEEN' });
  await host.reaches('ready');
  assert.deepEqual(host.problems(), []);
  assert.equal(host.controller.error.canRetry, false);
});

test('accepts a snapshot of the stream before the response to the submit', async () => {
  await ready();
  proxy.next.submission.push((response, request) => {
    proxy.send({ state: 'sending', attempt: 1 });
    proxy.send({ state: 'sent' });
    void host
      .until(() => host.names().includes('sent'))
      .then(() => answerWith(200, proxy.snapshot)(response, request));
  });
  host.submitForm();
  await host.reaches('sent');
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('submitted');
});

test('a submit that lost against another tab leads to the state elsewhere', async () => {
  await ready();
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

test('a refusal is one problem per attempt, whichever of stream and response comes first', async () => {
  await ready();
  proxy.next.submission.push((response, request) => {
    proxy.send({ state: 'sending', attempt: 1 });
    proxy.send({ state: 'refused', precandidate_status: 'SEEN' });
    void host
      .until(() => host.names().filter((name) => name === 'status').length === 2)
      .then(() => refuse('submission-refused')(response, request));
  });
  host.submitForm();
  await host.reaches('refused');
  proxy.next.submission.push((response, request) => {
    const { revision } = proxy.snapshot;
    proxy.snapshot = { ...proxy.snapshot, revision: revision + 2, attempt: 2 };
    refuse('submission-refused')(response, request);
  });
  host.submitForm();
  await host.reaches('refused');
  assert.deepEqual(host.problems(), ['submission-refused', 'submission-refused']);
});

test('a service that is down is one problem, whichever of stream and answer comes first', async () => {
  const problems = () => host.names().filter((name) => name === 'problem').length;
  await ready();
  proxy.next.submission.push((response, request) => {
    proxy.send({ state: 'sending', attempt: 1 });
    proxy.send({ state: 'open', precandidate_status: 'SEEN' });
    void host
      .until(() => host.names().filter((name) => name === 'status').length === 2)
      .then(() => refuse('service-unavailable')(response, request));
  });
  host.submitForm();
  await host.reaches('problem');
  assert.equal(problems(), 1);

  proxy.next.submission.push((response, request) => {
    const { revision } = proxy.snapshot;
    proxy.snapshot = { ...proxy.snapshot, revision: revision + 2, attempt: 2 };
    refuse('service-unavailable')(response, request);
  });
  host.submitForm();
  await host.reaches('problem');
  proxy.sendLate({ revision: 3, state: 'sending' });
  proxy.sendLate({ revision: 4, state: 'open' });
  proxy.send({ precandidate_status: 'LATER' });
  await host.until(() => host.names().filter((name) => name === 'status').length === 3);
  assert.equal(problems(), 2);
});

test('ignores problems after the confirmation', async () => {
  await ready();
  proxy.next.submission.push((response, request) => {
    proxy.snapshot = { ...proxy.snapshot, revision: 9, ...SUBMITTED, by: 'elsewhere' };
    refuse('service-unavailable')(response, request);
  });
  host.submitForm();
  await host.reaches('elsewhere');
  setSession(null);
  await host.until(() => host.state === 'elsewhere');
  assert.ok(!host.names().includes('problem'));
});

test('the same token opens the form again after it was removed', async () => {
  await ready();
  setSession(null);
  await host.reaches('problem');
  await proxy.until(() => proxy.openStreams === 0);
  setSession(tokenFor());
  await host.reaches('ready');
  await proxy.until(() => proxy.openStreams === 1);
  assert.equal(host.forms.length, 1);
});

test('sends nothing without a session, and follows the next one', async () => {
  await ready();
  for (const gap of [null, 'nonsense']) {
    setSession(gap);
    await host.reaches('problem');
    host.submitForm();
    await host.until(() => host.names().at(-1) === 'problem' && host.state === 'problem');
  }
  assert.equal(proxy.requests('submission').length, 0);
  setSession(tokenFor());
  await host.reaches('sending');
  await proxy.until(() => proxy.openStreams === 1);
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('submitted');
});

test('a new session replaces one that expired during typing', async () => {
  await ready();
  proxy.next.stream.push(refuse('session-expired'));
  proxy.endStreams();
  await host.reaches('problem');
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.until(() => host.names().filter((name) => name === 'problem').length === 2);
  setSession(tokenFor('form', 'fresh'));
  await host.reaches('sending');
  await proxy.until(() => proxy.openStreams === 1);
  proxy.send({ ...SUBMITTED, by: 'form' });
  await host.reaches('submitted');
});

test('repeats an interrupted submit under its key', async () => {
  await ready();
  proxy.next.submission.push(() => {});
  host.submitForm();
  await proxy.until(() => proxy.requests('submission').length === 1);
  setSession(null);
  await host.reaches('problem');
  setSession(tokenFor());
  await host.reaches('sending');
  const [first, second] = proxy.requests('submission');
  assert.equal(second?.key, first?.key);
});

for (const problem of ['session-expired', 'origin-not-allowed'] as const)
  test(`sent data stays sent when following its status ends with ${problem}`, async () => {
    await ready();
    host.submitForm();
    await host.reaches('sending');
    proxy.send({ state: 'sent' });
    await host.reaches('sent');
    proxy.next.stream.push(refuse(problem));
    proxy.endStreams();
    await host.until(() => host.problems().length > 0);
    assert.deepEqual(host.problems(), [problem]);
    assert.equal(host.state, 'sent');
    assert.equal(host.isFormVisible, false);
    setSession(tokenFor('form', 'renewed'));
    await proxy.until(() => proxy.openStreams === 1);
    proxy.send({ ...SUBMITTED, by: 'form' });
    await host.reaches('submitted');
  });

test('stored data stays stored when following its status ends with an expired session', async () => {
  await stored();
  proxy.next.stream.push(refuse('session-expired'));
  proxy.endStreams();
  await host.until(() => host.problems().length > 0);
  assert.equal(host.state, 'sending');
  assert.equal(host.controller.isDataSafe, true);
  setSession(tokenFor('form', 'renewed'));
  await proxy.until(() => proxy.openStreams === 1);
  proxy.send({ state: 'sent', stored: false });
  await host.reaches('sent');
});

test('sent data stays sent while the proxy cannot be reached', async () => {
  await ready();
  host.submitForm();
  await host.reaches('sending');
  proxy.send({ state: 'sent' });
  await host.reaches('sent');
  setOnline(false);
  proxy.next.status.push(hangUp);
  host.controller.open();
  await host.until(() => host.problems().length > 0);
  assert.equal(host.state, 'sent');
  setOnline(true);
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
  host.form.open = async (form) => {
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

test('an element that is removed on precandidate-submitting delivers the data', async () => {
  await ready();
  const { emit } = host;
  host.emit = (name, detail) => {
    emit.call(host, name, detail);
    if (name === 'precandidate-submitting') host.disconnect();
  };
  host.submitForm();
  await proxy.until(() => proxy.requests('submission').length === 1);
  assert.deepEqual(proxy.requests('submission')[0]?.body, VALUES);
});

for (const [failure, answer] of [
  ['the network is away', hangUp],
  ['the session has expired', refuse('session-expired')],
] as const)
  test(`delivers the data of a removed element, although ${failure}`, async () => {
    useHost({ fetchSession: async () => tokenFor('form', 'another') });
    await ready();
    proxy.next.submission.push(answer);
    const { emit } = host;
    host.emit = (name, detail) => {
      emit.call(host, name, detail);
      if (name === 'precandidate-submitting') host.disconnect();
    };
    host.submitForm();
    await proxy.until(() => proxy.requests('submission').length === 2);
    const [first, second] = proxy.requests('submission');
    assert.deepEqual([second?.body, second?.key], [VALUES, first?.key]);
  });

test('delivers the data of an element that is removed while it waits for the network', async () => {
  await ready();
  proxy.next.submission.push(hangUp);
  host.submitForm();
  await host.reaches('problem');
  host.disconnect();
  await proxy.until(() => proxy.requests('submission').length === 2);
  const [first, second] = proxy.requests('submission');
  assert.deepEqual([second?.body, second?.key], [VALUES, first?.key]);
});

test('a submission names the schema that the form was filled in with', async () => {
  await ready();
  host.submitForm();
  await host.reaches('sending');
  assert.equal(proxy.requests('submission')[0]?.schema, '"etag"');
});
