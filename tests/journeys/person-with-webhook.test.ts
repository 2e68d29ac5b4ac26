import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { assertAccessible } from 'precandidate-testing/browser.ts';
import { openDemo, openHr, hrStatus } from 'precandidate-testing/demo.ts';
import { setReportDelay } from 'precandidate-testing/sandbox-control.ts';

const stage = openDemo();
// Long enough for a busy browser to see that the checks run.
beforeEach(() => setReportDelay(stage.sandbox.url, 10_000));

test('a person’s completion is relayed, signed, and shown', async () => {
  const hr = await openHr(stage);
  await assertAccessible(hr, 'nobody yet');
  const card = hr.locator('details', { hasText: 'New person, data complete' });
  await card.locator('summary', { hasText: 'New person' }).click();
  await card.getByLabel('Name').fill('Rosa Flores');
  await card.getByLabel('Document number').fill('41234561');
  await assertAccessible(hr, 'a new person');
  await card.getByRole('button', { name: 'Start the checks' }).click();
  await hr.getByRole('heading', { name: 'Rosa Flores', level: 1 }).waitFor();

  await hrStatus(hr, 'Checks running');
  await hr.locator('[data-report] [data-status="PENDING"]').first().waitFor();
  await assertAccessible(hr, 'checks running');

  await hrStatus(hr, 'Passed');
  const completed = hr.locator('[data-event="person.completed"]');
  await completed.getByText('signature verified').waitFor();
  await completed.locator('summary').click();
  const event = JSON.parse((await completed.locator('pre').textContent()) ?? '') as {
    data: { status: string; reports: Record<string, { state: string }> };
  };
  assert.equal(event.data.status, 'PASSED');
  assert.ok(Object.values(event.data.reports).every((report) => report.state === 'COMPLETED'));
  await assertAccessible(hr, 'checks ended');
});

test('HR’s list updates without a reload and announces the change', async () => {
  const list = await openHr(stage);
  const hr = await openHr(stage);
  const card = hr.locator('details', { hasText: 'New person, data complete' });
  await card.locator('summary', { hasText: 'New person' }).click();
  await card.getByLabel('Name').fill('Luis Rivas');
  await card.getByLabel('Document number').fill('41234569');
  await card.getByRole('button', { name: 'Start the checks' }).click();

  const row = list.locator('[data-person]', { hasText: 'Luis Rivas' });
  await row.getByText('Checks running').waitFor();
  await row.getByText('Failed').waitFor();
  await list.getByRole('status').filter({ hasText: '2 of 2 done' }).waitFor();
});
