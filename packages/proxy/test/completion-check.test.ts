import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { wallClock } from '../src/shared/clock.ts';
import { createJobs } from '../src/db/jobs.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { createCompletionCheck } from '../src/persons/completion-check.ts';
import type { App } from '../src/plugins/app-type.ts';

/** A check whose service calls every person `PASSED`. `requested`: `country/id` of each request. */
async function stageCheck(t: TestContext) {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate();
  const requested: string[] = [];
  const service = {
    personStatus: async (country: string, id: string) => {
      requested.push(`${country}/${id}`);
      return { value: { status: 'PASSED' } };
    },
  };
  const check = createCompletionCheck({
    db,
    jobs: createJobs(db, wallClock),
    service,
  } as unknown as App);
  return { check, requested };
}

test('compares the status with the service’s', async (t) => {
  const { check, requested } = await stageCheck(t);
  const _links = { person: { href: 'https://service.example/v3/pe/persons/p' } };
  const bodyOf = (status: unknown) =>
    JSON.stringify({ type: 'person.completed', data: { id: 'p', status, _links } });
  assert.equal(await check({ type: 'person.completed', body: bodyOf('PASSED') }), undefined);
  for (const status of ['FAILED', undefined, ['PASSED']]) {
    const forged = await check({ type: 'person.completed', body: bodyOf(status) });
    assert.equal(forged?.outcome, 'status-differs');
  }
  assert.deepEqual(new Set(requested), new Set(['pe/p']));
});

test('takes the country from any link, however long', async (t) => {
  const { check, requested } = await stageCheck(t);
  const bodyOf = (href: string) =>
    JSON.stringify({ data: { id: 'p', status: 'PASSED', _links: { reports: { href } } } });
  const long = `/v3/co/reports/p?token=${'x'.repeat(2_000)}`;
  for (const href of ['/v3/pe/reports/p', long])
    assert.equal(await check({ type: 'person.completed', body: bodyOf(href) }), undefined);
  assert.deepEqual(requested, ['pe/p', 'co/p']);
});
