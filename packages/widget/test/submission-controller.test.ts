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

test('opens with one request, which needs no preflight', async () => {
  await ready();
  assert.deepEqual(host.forms, [
    {
      schema: { type: 'object', properties: {} },
      country: 'PE',
      proxyUrl: host.settings.proxyUrl,
      fields: null,
      draftKeys: ['key'],
    },
  ]);
  const [bootstrap, stream, ...others] = proxy.seen;
  assert.deepEqual([bootstrap?.path, bootstrap?.type], ['/bootstrap', 'text/plain;charset=UTF-8']);
  assert.deepEqual([bootstrap?.accept, bootstrap?.token], ['*/*', tokenFor()]);
  assert.deepEqual([stream?.accept, stream?.token], ['text/event-stream', tokenFor()]);
  assert.deepEqual(others, []);
  assert.deepEqual(host.names(), ['status']);
});

test('opens after the update that applies properties set before the definition', async () => {
  const { proxyUrl } = host.settings;
  useHost({ proxyUrl: null });
  const { promise, resolve } = Promise.withResolvers<void>();
  host.whenUpdated = () => promise;
  host.connect();
  setTimeout(() => {
    host.settings = { ...host.settings, proxyUrl };
    resolve();
  });
  await host.reaches('ready');
  assert.deepEqual(host.problems(), []);
});

test('a submit goes from checking to submitted, with one event per step', async () => {
  await ready();
  host.submitForm();
  assert.equal(host.state, 'checking');
  await host.reaches('sending');
  proxy.send({ state: 'sent' });
  await host.reaches('sent');
  proxy.send({ ...SUBMITTED, by: 'form', updated_at: '2026-01-01T00:00:00.000000' });
  await host.reaches('submitted');
  assert.deepEqual(host.names(), ['status', 'submitting', 'sent', 'status', 'submitted']);
  assert.deepEqual(host.events.at(-1)?.[1], {
    person_id: 'person',
    precandidate_id: 'form',
    by: 'form',
    updated_at: '2026-01-01T00:00:00.000000',
  });
  assert.deepEqual(proxy.requests('submission')[0]?.body, VALUES);
});

test('two presses submit once', async () => {
  await ready();
  host.submitForm();
  host.submitForm();
  await host.reaches('sending');
  assert.equal(proxy.requests('submission').length, 1);
});

test('data collected elsewhere leads to the state elsewhere', async () => {
  await ready();
  proxy.send({ ...SUBMITTED, by: 'elsewhere' });
  await host.reaches('elsewhere');
  assert.deepEqual(host.names().slice(-2), ['status', 'submitted']);
});

test('a late snapshot changes nothing', async () => {
  await ready();
  proxy.send({ precandidate_status: 'SECOND' });
  await host.until(() => host.names().length === 2);
  proxy.sendLate({ revision: 1, ...SUBMITTED });
  proxy.send({ precandidate_status: 'THIRD' });
  await host.until(() => host.names().length === 3);
  assert.equal(host.state, 'ready');
  assert.deepEqual(host.events.at(-1)?.[1], { precandidate_status: 'THIRD' });
});

test('passes on an unknown status and keeps the form', async () => {
  await ready();
  proxy.send({ precandidate_status: 'ON_HOLD' });
  await host.until(() => host.names().length === 2);
  assert.equal(host.state, 'ready');
  assert.deepEqual(host.events.at(-1), ['precandidate-status', { precandidate_status: 'ON_HOLD' }]);
});

test('repeats a submit with an unknown outcome under its key', async () => {
  await ready();
  proxy.next.submission.push(hangUp);
  host.submitForm();
  await host.reaches('problem');
  assert.equal(host.controller.error.canRetry, true);
  host.controller.retry();
  await host.reaches('sending');
  const [first, second] = proxy.requests('submission');
  assert.match(first?.key ?? '', /^[0-9a-f]{32}$/);
  assert.equal(second?.key, first?.key);
});

test('other data gets another key', async () => {
  await ready();
  proxy.next.submission.push(hangUp);
  host.submitForm();
  await host.reaches('problem');
  host.values = { document_id: '87654321' };
  host.controller.retry();
  await host.reaches('sending');
  const [first, second] = proxy.requests('submission');
  assert.notEqual(second?.key, first?.key);
});

test('waits without a network, and submits when it is back', async () => {
  await ready();
  proxy.next.submission.push(hangUp);
  setOnline(false);
  host.submitForm();
  await host.reaches('offline');
  setOnline(true);
  await host.reaches('sending');
  assert.equal(proxy.requests('submission').length, 2);
});

test('shows the violations that the proxy found', async () => {
  await ready();
  const violation = { pointer: '/document_id', keyword: 'pattern', detail: 'x' };
  proxy.next.submission.push(refuse('validation-failed', [violation]));
  host.submitForm();
  await host.until(() => host.errors.length === 1);
  assert.deepEqual(host.errors, [[violation]]);
  await host.reaches('ready');
  assert.ok(!host.names().includes('problem'));
});

test('submits corrected data under another key after a rejection', async () => {
  await ready();
  host.submitForm();
  await host.reaches('sending');
  proxy.send({ state: 'refused' });
  await host.reaches('refused');
  assert.equal(host.isFormVisible, true);
  host.submitForm();
  await host.reaches('sending');
  const [first, second] = proxy.requests('submission');
  assert.notEqual(second?.key, first?.key);
});

test('undelivered data is a problem, and the form is open again', async () => {
  await ready();
  host.submitForm();
  await host.reaches('sending');
  proxy.send({ state: 'open' });
  await host.reaches('problem');
  assert.equal(host.controller.error.problem, 'service-unavailable');
  host.controller.retry();
  await host.reaches('sending');
});

test('a form that was submitted meanwhile is no problem', async () => {
  await ready();
  proxy.snapshot = { ...proxy.snapshot, revision: 9, ...SUBMITTED, by: 'elsewhere' };
  proxy.next.submission.push(refuse('already-submitted'));
  host.submitForm();
  await host.reaches('elsewhere');
  assert.ok(!host.names().includes('problem'));
});

test('renews a session that expires during a submit, and sends once', async () => {
  const fresh = tokenFor('form', 'fresh');
  useHost({ fetchSession: async () => fresh });
  await ready();
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.reaches('sending');
  const [first, second] = proxy.requests('submission');
  assert.equal(second?.token, fresh);
  assert.equal(second?.key, first?.key);
  assert.ok(!host.names().includes('problem'));
});

test('an expired session without a source can be retried; another token sends the data', async () => {
  await ready();
  proxy.next.submission.push(refuse('session-expired'));
  host.submitForm();
  await host.reaches('problem');
  assert.equal(host.controller.error.problem, 'session-expired');
  assert.equal(host.controller.error.canRetry, true);
  host.controller.sessionChanged(tokenFor('form', 'fresh'));
  await host.reaches('sending');
  assert.equal(host.forms.length, 1);
});

test('without a session there is a problem and a retry button', async () => {
  useHost({ session: null });
  host.connect();
  await host.reaches('problem');
  assert.equal(host.controller.error.problem, 'session-missing');
  assert.equal(host.controller.error.canRetry, true);
  assert.equal(proxy.seen.length, 0);
});

test('an unreadable token is a problem before any request', async () => {
  useHost({ session: 'nonsense' });
  host.connect();
  await host.reaches('problem');
  assert.equal(host.controller.error.problem, 'session-invalid');
});

test('a session for another form opens that form', async () => {
  await ready();
  setSession(tokenFor('other'));
  await host.until(() => host.forms.length === 2);
  assert.equal(proxy.requests('bootstrap').at(-1)?.token, tokenFor('other'));
});

for (const [status, problem] of [
  [404, 'proxy-unreachable'],
  [503, 'service-unavailable'],
] as const)
  test(`a response ${status} without a problem is ${problem}, with a retry`, async () => {
    proxy.next.bootstrap.push(answerWith(status, '<html>'));
    host.connect();
    await host.reaches('problem');
    assert.equal(host.controller.error.problem, problem);
    assert.equal(host.controller.error.canRetry, true);
  });

test('a submitted form needs no schema', async () => {
  proxy.snapshot = { ...proxy.snapshot, ...SUBMITTED, by: 'form' };
  host.connect();
  await host.reaches('submitted');
  assert.deepEqual(host.forms, []);
  assert.ok(!host.names().includes('problem'));
});

test('opens the form again after a reload when the data was not delivered', async () => {
  proxy.snapshot = { ...proxy.snapshot, state: 'sending', attempt: 1 };
  host.connect();
  await host.reaches('sending');
  await proxy.until(() => proxy.openStreams === 1);
  assert.deepEqual(host.forms, []);
  proxy.send({ state: 'refused' });
  await host.reaches('refused');
  assert.equal(host.forms.length, 1);
  assert.equal(proxy.requests('bootstrap').length, 1);
});

test('polls the status when no stream stays open', async () => {
  const notAStream = answerWith(200, {});
  proxy.next.stream.push(notAStream, notAStream);
  host.connect();
  await host.reaches('ready');
  await proxy.until(() => proxy.requests('stream').length === 1);
  proxy.snapshot = { ...proxy.snapshot, revision: 2, ...SUBMITTED, by: 'elsewhere' };
  await host.reaches('elsewhere');
  assert.equal(proxy.requests('status').length, 1);
});

test('reopens a stream that ends', async () => {
  await ready();
  proxy.endStreams();
  await proxy.until(() => proxy.requests('stream').length === 2);
  proxy.send({ precandidate_status: 'SECOND' });
  await host.until(() => host.names().length === 2);
});

test('with channel handoff, leads to the hosted form, notifies the page, and follows the status', async () => {
  proxy.snapshot = { ...proxy.snapshot, channel: 'handoff', form_url: 'https://form.example/1' };
  await ready();
  proxy.next.submission.push(answerWith(200, proxy.snapshot));
  host.submitForm();
  await host.reaches('handed-off');
  assert.equal(host.names().at(-1), 'status', 'the host page learns that the state changed');
  assert.equal(host.controller.hostedFormUrl, 'https://form.example/1');
  proxy.send({ ...SUBMITTED, by: 'elsewhere' });
  await host.reaches('elsewhere');
});

test('offers only a web address as the hosted form', async () => {
  proxy.snapshot = { ...proxy.snapshot, channel: 'handoff', form_url: 'javascript:alert(1)' };
  await ready();
  assert.equal(host.controller.hostedFormUrl, null);
});

test('a detached element sends and dispatches nothing, and closes its stream', async () => {
  await ready();
  proxy.next.submission.push(() => {});
  host.submitForm();
  await proxy.until(() => proxy.requests('submission').length === 1);
  const names = host.names();
  host.disconnect();
  await proxy.until(() => proxy.openStreams === 0);
  setOnline(true);
  assert.deepEqual(host.names(), names);
});

test('a detached element opens nothing when the page changes its settings', async () => {
  await ready();
  host.disconnect();
  let updates = 0;
  host.requestUpdate = () => (updates += 1);
  host.controller.open();
  setSession(tokenFor('other'));
  assert.equal(updates, 0);
});

test('an element attached again keeps its form, with one stream', async () => {
  await ready();
  for (let round = 0; round < 2; round += 1) {
    host.disconnect();
    await proxy.until(() => proxy.openStreams === 0);
    await ready();
  }
  assert.equal(host.forms.length, 1);
  assert.equal(proxy.openStreams, 1);
  proxy.send({ ...SUBMITTED, by: 'elsewhere' });
  await host.reaches('elsewhere');
  assert.equal(host.names().filter((name) => name === 'submitted').length, 1);
});

test('an unconfirmed submission shows the form again, and the candidate can send it again', async () => {
  await ready();
  host.submitForm();
  await host.reaches('sending');
  proxy.send({ state: 'sent' });
  await host.reaches('sent');
  assert.equal(host.isFormVisible, false);
  const before = host.names().length;
  proxy.send({ state: 'unconfirmed' });
  await host.reaches('unconfirmed');
  assert.deepEqual(host.names().slice(before), ['status']);
  assert.equal(host.isFormVisible, true);
  assert.equal(host.controller.progress.submittedId, null);
  host.submitForm();
  await host.reaches('sending');
  assert.equal(proxy.requests('submission').length, 2);
});

test('a page opened on an unconfirmed submission opens the form', async () => {
  proxy.snapshot = { ...proxy.snapshot, state: 'unconfirmed', attempt: 1 };
  host.connect();
  await host.reaches('unconfirmed');
  assert.equal(host.forms.length, 1);
});

test('data that the proxy stored replaces the form, until the service needs it again', async () => {
  await stored();
  assert.equal(host.controller.progress.isStored, true);
  assert.equal(host.isFormVisible, false);
  proxy.send({ state: 'refused', stored: false });
  await host.reaches('refused');
  assert.equal(host.isFormVisible, true);
  assert.deepEqual(host.problems(), ['submission-refused']);
});

test('makes a submit that was deferred until the form was open', async () => {
  host.isSubmitDeferred = true;
  host.connect();
  await host.reaches('sending');
  assert.deepEqual(proxy.requests('submission')[0]?.body, VALUES);
});
