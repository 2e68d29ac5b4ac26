import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelOutcome } from '../src/submissions/channels/channel.ts';
import { MINUTE, pass, SECOND, startService } from './submission-clock.ts';

for (const [what, count, bytes] of [
  ['many submissions', 200, 100],
  ['large submissions', 5, 8_000_000],
] as const)
  test(`${what} to a host that does not respond delay none to another`, async (t) => {
    const { begin, start, tries, service, db } = await startService(t);
    const stuck = Array.from({ length: count }, (_, index) => `stuck-${index}`);
    service.hostOf = (person_id) => (person_id === 'p' ? 'forms.example' : 'stuck.example');
    service.outcome = (person_id) =>
      person_id === 'p' ? { kind: 'delivered' } : new Promise<never>(() => {});
    for (const person_id of [...stuck, 'p']) await begin(person_id);
    await db.query(`update forms set body_bytes = ${bytes}`);
    const worker = await start();
    await pass(t, 10 * SECOND);
    assert.ok((tries['p']?.[0] ?? Infinity) <= 5, `sent after ${tries['p']?.[0]} s`);
    const sent = stuck.filter((person_id) => tries[person_id]);
    assert.ok(sent.length >= 2, 'the other host gets its share');
    void worker.stop(0);
    await pass(t, SECOND);
  });

test('submissions that found no room at their host are sent once it responds', async (t) => {
  const { begin, start, tries, service } = await startService(t);
  const responds = Promise.withResolvers<ChannelOutcome>();
  service.outcome = () => responds.promise;
  const all = Array.from({ length: 60 }, (_, index) => `p-${index}`);
  for (const person_id of all) await begin(person_id);
  await start();
  await pass(t, 15 * SECOND);
  assert.equal(Object.keys(tries).length, 32);
  responds.resolve({ kind: 'delivered' });
  await pass(t, MINUTE);
  assert.deepEqual(
    all.filter((person_id) => tries[person_id]?.length !== 1),
    [],
  );
});
