import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormStore } from '../src/forms/form-store.ts';
import { type Observation, observationsOf } from '../src/forms/observation.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { SubmissionStore } from '../src/submissions/store.ts';
import { onBothEngines, POSTGRES } from './on-both-engines.ts';

const SEEN: Observation = {
  person_id: 'p',
  form_id: 'f',
  record: '{"a":1}',
  precandidate_status: 'CREATED',
  updated_at: 't0',
  submitted: false,
  requested_at: 100,
};
const SUBMITTED = { ...SEEN, record: '{"a":2}', precandidate_status: 'SUBMITTED', submitted: true };
const SEALED = { key: 'k', body_hash: 'h', sealed: 's', channel: 'form' } as const;
const fresh = (form_id: string) => ({ ...SEEN, form_id });

onBothEngines((db) => {
  test('runs migrations once, also when two processes start together', async () => {
    await Promise.all([db().migrate(MIGRATIONS), db().migrate(MIGRATIONS)]);
    const rows = await db().query<{ number: number }>('select number from migrations');
    assert.deepEqual(
      rows.map(({ number }) => number),
      MIGRATIONS.map(({ number }) => number),
    );
  });

  test('writes an observation once; the same one changes nothing', async () => {
    const forms = new FormStore(db());
    const first = await forms.observe(fresh('seen'), 1);
    assert.equal(first?.revision, 1);
    assert.equal(first.state, 'open');
    assert.equal(await forms.observe(fresh('seen'), 2), undefined);
  });

  test('attributes a submission to the form if we sent it, otherwise to elsewhere', async () => {
    const [forms, submissions] = [new FormStore(db()), new SubmissionStore(db())];
    await forms.observe(fresh('theirs'), 1);
    const theirs = await forms.observe({ ...SUBMITTED, form_id: 'theirs' }, 2);
    assert.deepEqual([theirs?.state, theirs?.submitted_by], ['submitted', 'elsewhere']);

    const form = await forms.observe(fresh('ours'), 1);
    assert.ok(form);
    const begun = await submissions.begin(form, SEALED, 10);
    assert.ok(begun);
    const started = await submissions.markStarted(begun, 15);
    assert.ok(started);
    const ours = await forms.observe({ ...SUBMITTED, form_id: 'ours' }, 3);
    assert.deepEqual([ours?.state, ours?.submitted_by], ['submitted', 'form']);
    assert.ok(ours);
    assert.equal(await submissions.readBody(ours), undefined, 'the data is not kept');
  });

  test('attributes a submission to elsewhere when only an earlier attempt was sent, with other data', async () => {
    const [forms, submissions] = [new FormStore(db()), new SubmissionStore(db())];
    const form = await forms.observe(fresh('earlier'), 1);
    const first = form && (await submissions.begin(form, SEALED, 10));
    const started = first && (await submissions.markStarted(first, 15));
    const unconfirmed = started && (await submissions.apply(started, 'timed-out', 20));
    assert.ok(unconfirmed);
    const second = await submissions.begin(unconfirmed, { ...SEALED, key: 'l' }, 30);
    assert.deepEqual([second?.attempt, second?.phase], [2, 'stored']);
    const confirmed = await forms.observe({ ...SUBMITTED, form_id: 'earlier' }, 40);
    assert.equal(confirmed?.submitted_by, 'elsewhere');
  });

  test('attributes a submission to the form when an earlier attempt with the same key was sent', async () => {
    const [forms, submissions] = [new FormStore(db()), new SubmissionStore(db())];
    const form = await forms.observe(fresh('repeated'), 1);
    const first = form && (await submissions.begin(form, SEALED, 10));
    const started = first && (await submissions.markStarted(first, 15));
    const unconfirmed = started && (await submissions.apply(started, 'timed-out', 20));
    assert.ok(unconfirmed);
    const second = await submissions.begin(unconfirmed, SEALED, 30);
    assert.deepEqual([second?.attempt, second?.phase, second?.tries], [2, 'started', 0]);
    const confirmed = await forms.observe({ ...SUBMITTED, form_id: 'repeated' }, 40);
    assert.equal(confirmed?.submitted_by, 'form');
  });

  test('stays submitted whatever the service reports later', async () => {
    const forms = new FormStore(db());
    await forms.observe({ ...SUBMITTED, form_id: 'done' }, 1);
    const later = await forms.observe({ ...fresh('done'), record: '{"a":3}' }, 2);
    assert.equal(later?.state, 'submitted');
    assert.equal(later.precandidate_status, 'CREATED');
  });

  test('lets one of two processes begin an attempt', async () => {
    const [forms, submissions] = [new FormStore(db()), new SubmissionStore(db())];
    const form = await forms.observe(fresh('race'), 1);
    assert.ok(form);
    const begun = await Promise.all(
      ['a', 'b', 'c'].map((key) => submissions.begin(form, { ...SEALED, key }, 10)),
    );
    assert.equal(begun.filter(Boolean).length, 1);
  });

  test('remembers a refused key, but not an abandoned one', async () => {
    const [forms, submissions] = [new FormStore(db()), new SubmissionStore(db())];
    const form = await forms.observe(fresh('keys'), 1);
    assert.ok(form);
    const first = await submissions.begin(form, { ...SEALED, key: 'one' }, 10);
    assert.ok(first);
    const open = await submissions.apply(first, 'abandoned', 1);
    assert.deepEqual([open?.state, open?.rejected_keys, open?.body_bytes], ['open', '[]', null]);
    assert.ok(open);
    assert.equal(await submissions.readBody(open), undefined);
    const second = await submissions.begin(open, { ...SEALED, key: 'two' }, 10);
    assert.ok(second);
    const refused = await submissions.apply(second, 'rejected', 1);
    assert.deepEqual([refused?.state, refused?.rejected_keys], ['refused', '["two"]']);
    assert.equal(refused?.attempt, 2);
  });

  test('times come back as numbers', async () => {
    const forms = new FormStore(db());
    const row = await forms.observe({ ...fresh('time') }, 1_790_000_000_000);
    assert.equal(row?.touched_at, 1_790_000_000_000);
    assert.equal(typeof (await forms.countByState())[0]?.forms, 'number');
  });
});

if (POSTGRES !== undefined)
  test('reports an unreachable Postgres as database-unavailable', async () => {
    const db = openPostgres('postgres://nobody@127.0.0.1:1/none');
    await assert.rejects(db.query('select 1'), { problemName: 'database-unavailable' });
    await db.close();
  });

onBothEngines((db) => {
  test('an observation that differs only in the order of its lists and fields changes nothing', async () => {
    const forms = new FormStore(db());
    const record = '{"reports_enabled":["a","b"],"form_url":"u"}';
    await forms.observe({ ...fresh('order'), record }, 1);
    const reordered = '{"form_url":"u","reports_enabled":["b","a"]}';
    assert.equal(await forms.observe({ ...fresh('order'), record: reordered }, 2), undefined);
  });
});

const listed = (form_id: string, updated_at: string, precandidate_status = 'CREATED') => ({
  precandidate_id: form_id,
  updated_at,
  precandidate_status,
});
const NONE = () => false;

test('of a form that is listed twice, the newer record counts, in either order', () => {
  const records = [listed('f', '2026-01-02', 'IN_REVIEW'), listed('f', '2026-01-01', 'SUBMITTED')];
  for (const list of [records, records.toReversed()]) {
    const seen = observationsOf('p', list, 1, NONE);
    assert.deepEqual(
      seen.map(({ precandidate_status }) => precandidate_status),
      ['IN_REVIEW'],
    );
  }
});

test('of two records of a form that are equally old, the same one counts in either order', () => {
  const records = [listed('f', 't', 'IN_REVIEW'), listed('f', 't', 'SUBMITTED')];
  for (const list of [records, records.toReversed()])
    assert.equal(observationsOf('p', list, 1, NONE)[0]?.precandidate_status, 'SUBMITTED');
});

test('of a list of thousands, the wanted forms and the newest others are kept', () => {
  const records = Array.from({ length: 20_000 }, (_, index) =>
    listed(`f${index}`, String(100_000 + index)),
  );
  const seen = observationsOf('p', records, 1, (form_id) => form_id === 'f7');
  const ids = seen.map(({ form_id }) => form_id);
  assert.equal(ids.length, 100);
  assert.ok(ids.includes('f7') && ids.includes('f19999') && !ids.includes('f8'));
});
