import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createJobs } from '../src/db/jobs.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openSqlite } from '../src/db/open-sqlite.ts';
import { createCompletionCheck } from '../src/persons/completion-check.ts';
import type { App } from '../src/plugins/app-type.ts';

/** A check whose service calls every person `PASSED`. `requested`: `country/id` of each request. */
async function stageCheck(t: TestContext) {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.migrate(MIGRATIONS);
  const requested: string[] = [];
  const service = {
    personStatus: async (country: string, id: string) => {
      requested.push(`${country}/${id}`);
      return { value: { status: 'PASSED' } };
    },
  };
  const check = createCompletionCheck({ db, jobs: createJobs(db), service } as unknown as App);
  return { check, requested };
}

test('checks a large event without parsing it as a whole', async (t) => {
  const { check, requested } = await stageCheck(t);
  const links = '{"person":{"href":"https:\\/\\/service.example\\/v3\\/pe\\/persons\\/p"}}';
  const reports = `[${'[],'.repeat(100_000)}0]`;
  const bodyOf = (status: string) =>
    `{"type":"person.completed","data":{"id":"p","status":"${status}","_links":${links},"reports":${reports}}}`;
  const parse = JSON.parse;
  t.mock.method(JSON, 'parse', (text: string) => {
    assert.ok(text.length < 10_000, 'it parses a large text');
    return parse(text) as unknown;
  });
  assert.equal(await check({ type: 'person.completed', body: bodyOf('PASSED') }), undefined);
  const forged = await check({ type: 'person.completed', body: bodyOf('FAILED') });
  assert.equal(forged?.outcome, 'status-differs');
  assert.deepEqual(requested, ['pe/p', 'pe/p']);
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
