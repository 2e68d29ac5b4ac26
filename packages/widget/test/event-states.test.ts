import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from 'precandidate-contract';
import { ProblemError } from '../src/api/problem-error.ts';
import { setOnline } from './page-stub.ts';
import { answerWith, hangUp, refuse } from './scripted-proxy.ts';
import { host, proxy, SUBMITTED } from './submission-stage.ts';

// At each event, the element's state is the one that the event tells.

test('the stream is faster than the response: sent at precandidate-sent', async () => {
  await host.ready();
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
  assert.deepEqual(told('ready', 'submitting', 'sent', 'submitted'), [
    ['ready', 'ready'],
    ['submitting', 'checking'],
    ['sent', 'sent'],
    ['submitted', 'submitted'],
  ]);
});

test('the stream is faster than the response: refused at precandidate-problem', async () => {
  await host.ready();
  proxy.next.submission.push((response, request) => {
    proxy.send({ state: 'sending', attempt: 1 });
    proxy.send({ state: 'refused' });
    void host
      .until(() => host.problems().length > 0)
      .then(() => refuse('submission-refused')(response, request));
  });
  host.submitForm();
  await host.until(() => host.problems().length > 0);
  assert.deepEqual(told('problem'), [['problem', 'refused']]);
});

for (const [state, reached] of [
  ['open', 'ready'],
  ['refused', 'refused'],
  ['unconfirmed', 'unconfirmed'],
  ['sent', 'sent'],
] as const)
  test(`a status while loading: ${reached} at its events`, async () => {
    proxy.send({ state, attempt: 1, precandidate_status: 'PENDING' });
    proxy.next.bootstrap.push(refuse('service-unavailable'));
    host.connect();
    await host.reaches('problem');
    setOnline(true);
    await host.reaches(reached);
    const [, ...events] = told('problem', 'ready', 'status');
    assert.deepEqual(events, [
      ...(state === 'sent' ? [] : [['ready', reached]]),
      ['status', reached],
      ...(state === 'refused' ? [['problem', reached]] : []),
    ]);
  });

test('a status that a page learns of when it connects again: ready at precandidate-status', async () => {
  await host.ready();
  proxy.next.status.push(refuse('service-unavailable'));
  host.controller.load();
  await host.reaches('problem');
  proxy.endStreams();
  proxy.snapshot = { ...proxy.snapshot, revision: 9, precandidate_status: 'SEEN' };
  setOnline(true);
  await host.reaches('ready');
  assert.deepEqual(told('status').at(-1), ['status', 'ready']);
});

test('a retry that ends in a hand-off: handed-off at its only precandidate-status', async () => {
  await host.ready();
  const [first] = told('status');
  proxy.next.submission.push(hangUp, (response, request) => {
    const { revision } = proxy.snapshot;
    const given = { revision: revision + 1, channel: 'handoff', precandidate_status: 'SEEN' };
    proxy.snapshot = { ...proxy.snapshot, ...given } as Snapshot;
    answerWith(200, proxy.snapshot)(response, request);
  });
  host.submitForm();
  await host.reaches('problem');
  setOnline(true);
  await host.reaches('handed-off');
  assert.deepEqual(told('status'), [first, ['status', 'handed-off']]);
});

test('after a failed load: ready at precandidate-ready', async () => {
  proxy.next.bootstrap.push(refuse('service-unavailable'));
  host.connect();
  await host.reaches('problem');
  setOnline(true);
  await host.reaches('ready');
  assert.deepEqual(told('problem', 'ready'), [
    ['problem', 'problem'],
    ['ready', 'ready'],
  ]);
});

test('a retry: checking at precandidate-submitting, and what failed stays on the screen', async () => {
  await host.ready();
  proxy.next.submission.push(hangUp, (response, request) => {
    assert.equal(host.controller.shownState, 'problem');
    answerWith(202, proxy.snapshot)(response, request);
  });
  host.submitForm();
  await host.reaches('problem');
  setOnline(true);
  await host.until(() => !host.controller.hasUnsentValues);
  const checking = ['submitting', 'checking'];
  assert.deepEqual(told('submitting'), [checking, checking]);
});

test('the service does not confirm in time: unconfirmed at precandidate-status', async () => {
  await host.sent();
  proxy.send({ state: 'unconfirmed', precandidate_status: 'PENDING' });
  await host.reaches('unconfirmed');
  assert.deepEqual(told('status').at(-1), ['status', 'unconfirmed']);
});

test('a form that breaks as soon as it is open stays a problem, until the page loads it again', async () => {
  const { open } = host.form;
  host.form.open = () => {
    open();
    host.form.open = open;
    host.form.hasOpened = false;
    host.controller.fail(new ProblemError('form-broken'));
  };
  host.connect();
  await proxy.until(() => proxy.openStreams === 1);
  assert.equal(host.state, 'problem');
  proxy.send({ precandidate_status: 'SEEN' });
  proxy.send({ state: 'unconfirmed' });
  await host.until(() => host.names().filter((name) => name === 'status').length > 1);
  assert.equal(host.state, 'problem');
  assert.deepEqual(host.problems(), ['form-broken']);
  host.controller.reload();
  await host.reaches('unconfirmed');
});

/** The states at the events of these names. */
function told(...names: string[]) {
  return host.statesAt.filter(([name]) => names.includes(name));
}
