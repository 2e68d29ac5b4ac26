import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHost } from './stage/host-page.ts';
import { newPrecandidate } from './stage/service.ts';
import { curlBodyOf, snippetOf } from './stage/snippets.ts';

const stage = openHost();

test('the README’s embed has at most ten lines and works with the session of its request', async () => {
  const person = await newPrecandidate(stage.proxy.url);
  const ids = { PERSON_ID: person.person_id, FORM_ID: person.precandidate_id };
  const request = curlBodyOf(snippetOf('README.md', 'sh', '/sessions'), ids) as object;
  // Nothing but the request of the README.
  const exact = { locale: undefined, html: undefined, ...request, origin: stage.origin };
  const { token } = await stage.newSession(person, exact);

  const embed = snippetOf('README.md', 'html', '<precandidate-form').trim();
  assert.ok(embed.split('\n').length <= 10);
  const markup = embed.replace('https://forms.hr.example', stage.proxy.url).replace('eyJ…', token);
  const page = await stage.openMarkup(
    `<!doctype html><html lang="en"><title>Portal</title>${markup}`,
  );
  const confirmed = page.waitForEvent('console', (line) => line.text().startsWith('confirmed'));
  await page.getByLabel(/document/i).fill('70456123');
  await page.getByLabel(/city/i).fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button').click();
  assert.match((await confirmed).text(), /^confirmed by the service \S+ form$/);
});
