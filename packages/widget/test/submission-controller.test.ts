import assert from 'node:assert/strict';
import { test } from 'node:test';
import { host, proxy, SUBMITTED, tokenFor, useHost, VALUES } from './submission-stage.ts';
import { answerWith, hangUp, refuse } from './scripted-proxy.ts';

test('opens with one request, which needs no preflight', async () => {
  await host.ready();
  assert.deepEqual(host.forms, [
    {
      schema: { type: 'object', properties: {} },
      schemaEtag: '"etag"',
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

test('a submission names the schema that the form was filled in with', async () => {
  await host.ready();
  host.submitForm();
  await host.reaches('sending');
  const [{ body, schema } = {}] = proxy.attempts();
  assert.deepEqual([body, schema], [VALUES, '"etag"']);
});

test('passes on an unknown status and keeps the form; a late snapshot changes nothing', async () => {
  await host.ready();
  proxy.send({ precandidate_status: 'ON_HOLD' });
  await host.until(() => host.names().length === 2);
  proxy.sendLate({ revision: 1, ...SUBMITTED });
  proxy.send({ precandidate_status: 'THIRD' });
  await host.until(() => host.names().length === 3);
  assert.equal(host.state, 'ready');
  assert.deepEqual(
    host.events.slice(1),
    ['ON_HOLD', 'THIRD'].map((precandidate_status) => [
      'precandidate-status',
      { precandidate_status },
    ]),
  );
});

for (const [data, values, isSameKey] of [
  ['the same data', VALUES, true],
  ['other data', { document_id: '87654321' }, false],
] as const)
  test(`repeats a submit with an unknown outcome: ${data}, ${isSameKey ? 'the same key' : 'another key'}`, async () => {
    await host.ready();
    proxy.next.submission.push(hangUp);
    host.submitForm();
    await host.reaches('problem');
    host.values = values;
    host.controller.retry();
    await host.reaches('sending');
    const [first, second] = proxy.attempts();
    assert.match(first?.key ?? '', /^[0-9a-f]{32}$/);
    assert.equal(second?.key === first?.key, isSameKey);
    assert.deepEqual(second?.body, values);
  });

for (const problem of ['already-submitted', 'service-unavailable'] as const)
  test(`a form that was submitted meanwhile is no problem, also after ${problem}`, async () => {
    await host.ready();
    proxy.next.submission.push((response, request) => {
      proxy.snapshot = { ...proxy.snapshot, revision: 9, ...SUBMITTED, by: 'elsewhere' };
      refuse(problem)(response, request);
    });
    host.submitForm();
    await host.reaches('elsewhere');
    host.setSession(null);
    await host.until(() => host.state === 'elsewhere');
    assert.ok(!host.names().includes('problem'));
  });

test('offers only a web address as the hosted form', async () => {
  proxy.snapshot = { ...proxy.snapshot, channel: 'handoff', form_url: 'javascript:alert(1)' };
  await host.ready();
  proxy.next.submission.push(answerWith(200, proxy.snapshot));
  host.submitForm();
  await host.reaches('handed-off');
  assert.equal(host.controller.hostedFormUrl, null);
});

test('an unconfirmed submission shows the form again, also after a reload, and can be sent again', async () => {
  await host.sent();
  assert.equal(host.isFormVisible, false);
  const before = host.names().length;
  proxy.send({ state: 'unconfirmed' });
  await host.reaches('unconfirmed');
  assert.deepEqual(host.names().slice(before), ['status']);
  assert.equal(host.isFormVisible, true);
  assert.equal(host.controller.progress.submittedId, null);
  host.disconnect();
  useHost();
  host.connect();
  await host.reaches('unconfirmed');
  assert.equal(host.forms.length, 1);
  host.submitForm();
  await host.reaches('sending');
  assert.equal(proxy.attempts().length, 2);
});

test('data that the proxy stored replaces the form, until the service needs it again', async () => {
  await host.stored();
  assert.equal(host.controller.progress.isStored, true);
  assert.equal(host.isFormVisible, false);
  proxy.send({ state: 'refused', stored: false });
  await host.reaches('refused');
  assert.equal(host.isFormVisible, true);
  assert.deepEqual(host.problems(), ['submission-refused']);
});
