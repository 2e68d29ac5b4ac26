import assert from 'node:assert/strict';
import { test } from 'node:test';
import attributions from './attributions.json' with { type: 'json' };
import { observationsOf, readRecords } from '../src/forms/observation.ts';
import { onBothEngines } from './on-both-engines.ts';
import { createStores, formAfter, seen, type Step, SUBMITTED } from './stores.ts';

onBothEngines((db) => {
  for (const [what, steps, by] of attributions as unknown as [string, Step[], string][])
    test(`a form is submitted by ${by} when ${what}`, async () => {
      const form = await formAfter(createStores(db()), what, [...steps, 'confirmed']);
      assert.deepEqual([form.state, form.submitted_by], ['submitted', by]);
    });

  test('stays submitted whatever the service reports later', async () => {
    const { forms, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', 1);
    await forms.observe(seen('done', SUBMITTED), 1);
    const later = await forms.observe(seen('done', { record: '{"a":3}' }), 2);
    assert.deepEqual([later?.state, later?.precandidate_status], ['submitted', 'CREATED']);
  });

  test('accepts a newer updated_at although this process’s clock is behind', async () => {
    const { forms, pollSchedule } = createStores(db());
    await pollSchedule.remember('p', 1);
    await forms.observe(seen('clock', { requested_at: 2_000 }), 1);
    const older = { record: '{"a":0}', requested_at: 1_000 };
    assert.equal(await forms.observe(seen('clock', older), 2), undefined);
    const newer = await forms.observe(seen('clock', { ...older, updated_at: 't1' }), 3);
    assert.equal(newer?.record, '{"a":0}');
  });
});

const listed = (form_id: string, updated_at: string, precandidate_status = 'CREATED') => ({
  precandidate_id: form_id,
  updated_at,
  precandidate_status,
});

for (const [what, older, newer] of [
  ['the newer record counts', '2026-01-01', '2026-01-02'],
  ['the same one of two equally old records counts', '2026-01-01', '2026-01-01'],
] as const)
  test(`of a form that is listed twice, ${what}, in either order`, () => {
    const records = [listed('f', newer, 'SUBMITTED'), listed('f', older, 'IN_REVIEW')];
    for (const list of [records, records.toReversed()]) {
      const statuses = observationsOf('p', list, 1, () => false).map(
        ({ precandidate_status }) => precandidate_status,
      );
      assert.deepEqual(statuses, ['SUBMITTED']);
    }
  });

test('a record that is too deep to be stored is ignored', () => {
  const reports_enabled: unknown = JSON.parse('['.repeat(9_000) + ']'.repeat(9_000));
  const records = readRecords([listed('f', ''), { ...listed('deep', ''), reports_enabled }]);
  assert.deepEqual(records, [listed('f', '')]);
});

test('of a list of thousands, the wanted forms and the newest others are kept', () => {
  const records = Array.from({ length: 20_000 }, (_, index) =>
    listed(index % 2 === 0 ? `f${index}` : 'x'.repeat(600) + index, String(100_000 + index)),
  );
  const found = observationsOf('p', records, 1, (form_id) => form_id === 'f6');
  const ids = found.map(({ form_id }) => form_id);
  assert.equal(ids.length, 100);
  assert.ok(
    ids.every((id) => /^f\d+$/.test(id)),
    'the others are too long',
  );
  assert.ok(ids.includes('f6') && ids.includes('f19998') && !ids.includes('f8'));
});
