import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { openBrowser } from './stage/browser.ts';
import { blocksOf, readPage } from './stage/repository.ts';
import { BACKEND_KEY, BUSY_MACHINE, proxySettings } from './stage/service.ts';

const blocks = blocksOf(readPage('README.md'));
const blockOf = (language: string, holding: string) =>
  blocks.find((block) => block.language === language && block.text.includes(holding))?.text ?? '';

test('the README’s embed has at most ten lines and works with the session of its request', async (t) => {
  const sandbox = await startSandbox();
  let markup = '';
  const portal = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1>${markup}`);
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  const proxy = await startProxy(
    { ...proxySettings(sandbox), ALLOWED_ORIGINS: origin },
    BUSY_MACHINE,
  );
  const browser = await openBrowser();
  t.after(async () => {
    await browser.close();
    await proxy.close();
    await sandbox.close();
    portal.closeAllConnections();
    portal.close();
  });

  const post = async (path: string, body: string) => {
    const headers = { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' };
    const answer = await fetch(proxy.url + path, { method: 'POST', headers, body });
    assert.ok(answer.ok, await answer.clone().text());
    return (await answer.json()) as Record<string, string>;
  };
  const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
  const created = await post('/precandidate', JSON.stringify(creation));
  const [, request = ''] = /-d '(\{.*\})'$/m.exec(blockOf('sh', '/sessions')) ?? [];
  const { token = '' } = await post(
    '/sessions',
    request
      .replace("'$PERSON_ID'", created['person_id'] ?? '')
      .replace("'$FORM_ID'", created['precandidate_id'] ?? '')
      .replace('https://hr.example', origin),
  );

  const embed = blockOf('html', '<precandidate-form').trim();
  assert.ok(embed.split('\n').length <= 10);
  markup = embed.replace('https://forms.hr.example', proxy.url).replace('eyJ…', token);

  const page = await browser.newPage();
  const confirmed = page.waitForEvent('console', (line) => line.text().startsWith('confirmed'));
  await page.goto(origin);
  await page.getByLabel(/document/i).fill('70456123');
  await page.getByLabel(/city/i).fill('PE LIM');
  await page.locator('precandidate-form').getByRole('button').click();
  assert.match((await confirmed).text(), /^confirmed by the service \S+ form$/);
});
