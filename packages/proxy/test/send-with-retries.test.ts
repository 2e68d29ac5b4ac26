import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { ProblemError } from '../src/shared/problem-error.ts';
import type { Channel, ChannelOutcome } from '../src/submissions/channels/channel.ts';
import { POLLS } from '../src/polling/poll-schedule.ts';
import { AnswerReceiver } from '../src/submissions/receive-answers.ts';
import { createSubmissionOperations } from '../src/submissions/submission-operations.ts';
import type { ValidationPool } from '../src/validation/validation-pool.ts';
import { sanitizeSchema } from '../src/sanitizer/sanitize-schema.ts';
import {
  CONFIRM_WITHIN_MS,
  HOUR,
  MINUTE,
  pass,
  SECOND,
  startService,
  UNKNOWN,
} from './submission-clock.ts';

// When an accepted submission is sent, polled, and given up, on a mocked clock.

/** Whether the pauses between tries are as expected, but for jitter and the steps of the clock. */
function assertGaps(tries: readonly number[] | undefined, expected: readonly number[]): void {
  const gaps = (tries ?? []).map((at, index, all) => at - (all[index - 1] ?? 0));
  const isNear = expected.every(
    (gap, index) => Math.abs((gaps[index] ?? -1) - gap) <= gap * 0.16 + 3,
  );
  assert.ok(isNear, `${gaps.join()} instead of ${expected.join()}`);
}

const notReceived = (retryAfterMs = 0): ChannelOutcome => ({
  kind: 'not-received',
  problem: 'service-unavailable',
  retryAfterMs,
});

test('after an unknown outcome: polls, and sends again after 20 s, 2 min, 10 min, then each hour', async (t) => {
  const { begin, start, tries, find, failures } = await startService(t);
  await begin('p');
  await start();
  await pass(t, 3 * HOUR);
  assertGaps(tries['p'], [0, 20, 120, 600, 3_600, 3_600]);
  assert.equal((await find('p')).state, 'unconfirmed');
  assert.deepEqual(await failures(), ['unconfirmed'], 'the back end gets one event');
});

test('the age of the oldest submission that is being delivered; 0 when there is none', async (t) => {
  const { begin, start, stores, service } = await startService(t);
  const age = () => stores.forms.ageOfOldestSending(Date.now());
  assert.equal(await age(), 0);
  await begin('p');
  await pass(t, HOUR, HOUR);
  await begin('q');
  assert.equal(await age(), HOUR);
  service.outcome = () => ({ kind: 'delivered' });
  await start();
  await pass(t, SECOND);
  assert.equal(await age(), 0);
});

test('an unknown outcome stays unknown: each later try is preceded by a poll', async (t) => {
  const { begin, start, tries, polls, service } = await startService(t);
  const outcomes = [UNKNOWN, notReceived(), notReceived()];
  service.outcome = () => outcomes.shift() ?? { kind: 'delivered' };
  await begin('p');
  polls.length = 0;
  await start();
  await pass(t, 21 * SECOND);
  assert.equal(tries['p']?.length, 2);
  service.poll = () => {
    throw new ProblemError('service-unavailable');
  };
  await pass(t, 10 * MINUTE);
  assert.equal(tries['p'].length, 2, 'no third try without a poll');
  service.poll = () => {};
  service.status = 'SUBMITTED';
  await pass(t, 10 * MINUTE);
  assert.equal(tries['p'].length, 2, 'the first try had arrived');
});

test('retries a submission that surely did not arrive after 2 s, 4 s … 1 h, and not before Retry-After', async (t) => {
  const { begin, start, tries, service } = await startService(t);
  const retriesMs = [0, 0, 90 * SECOND];
  service.outcome = () => notReceived(retriesMs.shift());
  await begin('p');
  await start();
  await pass(t, 4 * HOUR, 2 * SECOND);
  assertGaps(tries['p'], [0, 2, 4, 90, 16, 32]);
  assertGaps(
    tries['p']?.slice(-2).map((at, _, [first = 0]) => at - first),
    [0, 3_600],
  );
});

const CHECKED = {
  json: new TextEncoder().encode('{"a":"x"}'),
  body_hash: 'hash',
  undeclared: [],
  violations: [],
};

/** The same, and a candidate who can submit. */
async function startOperations(t: TestContext) {
  const { start, parts, ...others } = await startService(t);
  const schema = sanitizeSchema({ type: 'object', properties: { a: { type: 'string' } } });
  const validator: Pick<ValidationPool, 'checkAnswers'> = { checkAnswers: async () => CHECKED };
  const schemas = { get: async () => schema, getNewest: async () => schema };
  const revocations = { assertLive: async () => undefined };
  const receiver = new AnswerReceiver(schemas, validator);
  await start();
  const operations = createSubmissionOperations({ ...parts, receiver, revocations });

  await others.stores.pollSchedule.remember('p', Date.now());
  await parts.poller.pollNow('p');
  const submit = () => {
    const body = { bytes: 9, stream: Readable.from([Buffer.from(CHECKED.json)]) };
    const session = {
      session_id: 's',
      person_id: 'p',
      form_id: 'form-p',
      has_data: false,
      minted_at: 0,
      expires_at: Infinity,
    };
    return operations.submit({ session, idempotencyKey: 'key', body });
  };
  return { operations, submit, validator, parts, ...others };
}

test('a process that hands off leaves a retry to the channel that the data came by', async (t) => {
  const { begin, find, parts, stores } = await startService(t);
  const begun = await begin('p');
  await stores.submissions.apply(begun, 'timed-out', Date.now());
  const channel: Channel = { name: 'handoff', maxTriesUnknown: 0, refusalOf: () => undefined };
  const revocations = { assertLive: async () => undefined };
  const others = { worker: { wake: () => undefined }, receiver: {} as AnswerReceiver, revocations };
  await createSubmissionOperations({ ...parts, ...others, channel }).retry('p', 'form-p');
  const { state, channel: sentThrough } = await find('p');
  assert.deepEqual([state, sentThrough], ['sending', 'form']);
});

test('a candidate gets a response soon while the service stalls', async (t) => {
  const { submit, service } = await startOperations(t);
  service.outcome = () => new Promise(() => {});
  const response = submit();
  await pass(t, 6 * SECOND);
  const { state, stored } = await Promise.race([response, turn({ state: 'none', stored: false })]);
  assert.deepEqual([state, stored], ['sending', true]);
});

test('a long validation shortens the wait for the outcome', async (t) => {
  const { submit, service, validator, tries } = await startOperations(t);
  validator.checkAnswers = () =>
    new Promise((resolve) => setTimeout(() => resolve(CHECKED), 7 * SECOND));
  service.outcome = () => new Promise(() => {});
  const response = submit();
  await pass(t, 9 * SECOND);
  const { state } = await Promise.race([response, turn({ state: 'none' })]);
  assert.deepEqual([state, tries['p']?.length], ['sending', 1]);
});

test('a repeated submission gets a response soon while the service cannot be polled', async (t) => {
  const { submit, service, find, tries } = await startOperations(t);
  service.outcome = () => ({ kind: 'delivered' });
  const first = submit();
  await pass(t, 3 * SECOND);
  assert.equal((await first).state, 'sent');
  await pass(t, 16 * MINUTE, 10 * SECOND);
  assert.equal((await find('p')).state, 'unconfirmed');
  service.poll = away;
  const repeated = submit();
  await pass(t, 2 * SECOND);
  const { state, stored } = await Promise.race([repeated, turn({ state: 'none', stored: false })]);
  assert.deepEqual([state, stored], ['sending', true]);
  assert.equal(tries['p']?.length, 1, 'nothing is sent before a poll');
});

test('a submission that an operator has sent again is reported again if it fails again', async (t) => {
  const { operations, submit, stores, find, failures } = await startOperations(t);
  const first = submit();
  await pass(t, 16 * MINUTE, 10 * SECOND);
  assert.equal((await first).state, 'sending');
  assert.deepEqual(await failures(), ['unconfirmed']);
  await stores.removeJob(POLLS, 'p');
  await operations.retry('p', 'form-p');
  assert.equal(await stores.pollSchedule.count(), 1, 'it is polled again');
  await pass(t, 16 * MINUTE, 10 * SECOND);
  assert.equal((await find('p')).state, 'unconfirmed');
  assert.deepEqual(await failures(), ['unconfirmed', 'unconfirmed']);
});

test('a submission that hangs delays no other', async (t) => {
  const { begin, start, tries, service } = await startService(t);
  service.outcome = (person_id) =>
    person_id === 'hangs' ? new Promise(() => {}) : { kind: 'delivered' };
  await begin('hangs');
  await start();
  await pass(t, SECOND);
  await begin('p');
  await pass(t, 3 * SECOND);
  assert.equal(tries['p']?.length, 1);
});

const away = (): never => {
  throw new ProblemError('service-busy', { retryAfterMs: 60_000 });
};

test('sends nothing while the service cannot be polled, and within 7 min of its return', async (t) => {
  const { begin, start, tries, service, errors } = await startService(t);
  await begin('p');
  service.poll = away;
  await start();
  await pass(t, SECOND);
  await pass(t, 5 * HOUR, 10 * SECOND);
  assert.equal(tries['p']?.length, 1);
  service.poll = () => {};
  await pass(t, 7 * MINUTE, 2 * SECOND);
  assert.ok(tries['p'].length > 1);
  assert.deepEqual(errors, []);
});

test('after 36 h without the service: alerts the back end, keeps the data, reopens the form', async (t) => {
  const { begin, start, service, find, failures, alerts } = await startService(t);
  service.outcome = () => notReceived();
  await begin('p');
  await start();
  await pass(t, 35 * HOUR, MINUTE);
  assert.deepEqual([(await find('p')).state, await failures()], ['sending', []]);
  await pass(t, 3 * HOUR, MINUTE);
  const form = await find('p');
  assert.equal(form.state, 'unconfirmed');
  assert.ok(form.body_bytes);
  assert.deepEqual(await failures(), ['undelivered']);
  assert.equal(alerts.length, 1);
});

test('after two days offline: tries for an hour before it gives up', async (t) => {
  const { begin, start, tries, service, find } = await startService(t);
  service.outcome = () => notReceived();
  await begin('p');
  await pass(t, 48 * HOUR, HOUR);
  await start();
  await pass(t, MINUTE);
  assert.equal((await find('p')).state, 'sending');
  assert.ok((tries['p']?.length ?? 0) > 1);
});

test('a 2xx without a confirmation is unconfirmed after CONFIRM_WITHIN_SECONDS; a late one still counts', async (t) => {
  const { begin, start, service, find, failures, tries } = await startService(t);
  service.outcome = () => ({ kind: 'delivered' });
  await begin('p');
  await start();
  await pass(t, CONFIRM_WITHIN_MS - 5 * SECOND, 5 * SECOND);
  assert.equal((await find('p')).state, 'sent');
  await pass(t, 15 * SECOND);
  const form = await find('p');
  assert.deepEqual([form.state, await failures()], ['unconfirmed', ['unconfirmed']]);
  assert.ok(form.body_bytes, 'it can be sent again');
  assert.equal(tries['p']?.length, 1);
});

test('while the service cannot be polled, a missing confirmation is not reported', async (t) => {
  const { begin, start, service, find } = await startService(t);
  service.outcome = () => ({ kind: 'delivered' });
  await begin('p');
  service.poll = away;
  await start();
  await pass(t, 2 * CONFIRM_WITHIN_MS, 10 * SECOND);
  assert.equal((await find('p')).state, 'sent');
  service.poll = () => {};
  await pass(t, 7 * MINUTE, 2 * SECOND);
  assert.equal((await find('p')).state, 'unconfirmed');
});

test('after 36 h without a poll, a 2xx without a confirmation is reported', async (t) => {
  const { begin, start, service, find, failures, errors } = await startService(t);
  service.outcome = () => ({ kind: 'delivered' });
  await begin('p');
  service.poll = away;
  await start();
  await pass(t, 35 * HOUR, MINUTE);
  assert.deepEqual([(await find('p')).state, await failures()], ['sent', []]);
  await pass(t, 2 * HOUR, MINUTE);
  const form = await find('p');
  assert.deepEqual([form.state, await failures()], ['unconfirmed', ['unconfirmed']]);
  assert.ok(form.body_bytes, 'it can be sent again');
  assert.deepEqual(errors, []);
});

test('a process without the secret leaves a submission to others, and alerts', async (t) => {
  const { begin, start, service, find, tries, alerts } = await startService(t);
  service.outcome = () => ({ kind: 'delivered' });
  await begin('p');
  const other = await start('another-secret-of-thirty-two-characters');
  await pass(t, MINUTE);
  assert.deepEqual([tries['p'], (await find('p')).state], [undefined, 'sending']);
  assert.ok(alerts.includes('unreadable'));
  await start();
  await pass(t, 2 * MINUTE);
  assert.equal(tries['p']?.length, 1);
  void other.stop();
});

for (const [what, isSent, reason] of [
  ['was never sent', false, 'undelivered'],
  ['may have arrived', true, 'unconfirmed'],
] as const)
  test(`a submission that no process can open and that ${what} is ${reason}, and its data is kept`, async (t) => {
    const { begin, start, find, failures } = await startService(t);
    await begin('p');
    const sender = isSent ? await start() : undefined;
    await pass(t, SECOND);
    void sender?.stop();
    await start('another-secret-of-thirty-two-characters');
    await pass(t, CONFIRM_WITHIN_MS + 2 * MINUTE, 5 * SECOND);
    const form = await find('p');
    assert.deepEqual([form.state, await failures()], ['unconfirmed', [reason]]);
    assert.ok(form.body_bytes);
  });

test('after 36 h without a poll, data of unknown outcome is reported as unconfirmed', async (t) => {
  const { begin, start, service, failures } = await startService(t);
  await begin('p');
  service.poll = away;
  await start();
  await pass(t, 37 * HOUR, MINUTE);
  assert.deepEqual(await failures(), ['unconfirmed']);
});

test('a channel that must not repeat itself sends again at most once, then alerts', async (t) => {
  const { begin, start, channel, tries, find, failures } = await startService(t);
  Object.assign(channel, { maxTriesUnknown: 2 });
  await begin('p');
  await start();
  await pass(t, MINUTE);
  await pass(t, 3 * HOUR, 5 * SECOND);
  assertGaps(tries['p'], [0, 20]);
  assert.equal(tries['p']?.length, 2);
  assert.deepEqual([(await find('p')).state, await failures()], ['unconfirmed', ['unconfirmed']]);
});

test('after a switch to another channel, stored data is reported as undelivered and kept', async (t) => {
  const { begin, start, channel, find, failures } = await startService(t);
  Object.assign(channel, { name: 'handoff', send: undefined, maxTriesUnknown: 0 });
  await begin('p');
  await start();
  await pass(t, HOUR, 5 * SECOND);
  const { state, phase, tries, body_bytes } = await find('p');
  assert.deepEqual([state, phase, tries], ['unconfirmed', 'stored', 0]);
  assert.ok(body_bytes);
  assert.deepEqual(await failures(), ['undelivered']);
});

const otherHosts = (channel: Channel): Channel => ({
  ...channel,
  refusalOf: () => new ProblemError('form-host-not-allowed'),
});
for (const [what, other] of [
  ['channel', (channel: Channel): Channel => ({ ...channel, name: 'person' })],
  ['FORM_HOSTS', otherHosts],
] as const)
  test(`a process with another ${what} leaves a submission to those that can send it`, async (t) => {
    const { begin, start, channel, tries, service, find, failures } = await startService(t);
    service.outcome = () => ({ kind: 'delivered' });
    await start(undefined, other(channel));
    await begin('p');
    await pass(t, 2 * SECOND);
    assert.deepEqual(Object.keys(tries), []);
    await start();
    await pass(t, 5 * SECOND);
    assert.deepEqual([tries['p']?.length, (await find('p')).state], [1, 'sent']);
    assert.deepEqual(await failures(), []);
  });

test('a refusal after the 202 is relayed, and the data is deleted', async (t) => {
  const { begin, start, service, find, failures } = await startService(t);
  service.outcome = () => ({ kind: 'rejected' });
  await begin('p');
  await start();
  await pass(t, 2 * SECOND);
  const form = await find('p');
  assert.deepEqual([form.state, form.body_bytes], ['refused', null]);
  assert.deepEqual(await failures(), ['refused']);
});
