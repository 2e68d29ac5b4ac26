import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { chromium } from 'playwright';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';

const BACKEND_KEY = 'a-key-of-the-portals-back-end';
const { CHROMIUM_PATH } = process.env;

test('a candidate fills in the form, and the page says that it is done', async (t) => {
  // Replace this with your own page.
  let html = '';
  const portal = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  }).listen(0, '127.0.0.1');
  t.after(() => portal.close());
  await once(portal, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (portal.address());
  const origin = `http://127.0.0.1:${port}`;

  const sandbox = await startSandbox();
  t.after(() => sandbox.close());
  const proxy = await startProxy({
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
    ALLOWED_ORIGINS: origin,
    DATA_DIR: ':memory:',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  t.after(() => proxy.close());
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH });
  t.after(() => browser.close());

  const post = async (path, body) => {
    const response = await fetch(proxy.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.clone().text());
    return response.json();
  };
  const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
  const { person_id, precandidate_id: form_id } = await post('/precandidate', creation);
  const { token } = await post('/sessions', { person_id, form_id, html: false });

  html = `<!doctype html>
    <html lang="en">
    <title>Your details</title>
    <script type="module" src="${proxy.url}/widget.js"></script>
    <precandidate-form session="${token}"></precandidate-form>
    </html>`;

  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByLabel('Document number').fill('70456123');
  await page.getByLabel('City').fill('PE LIM');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('precandidate-form:state(submitted)').waitFor();

  // What the service received.
  const record = await fetch(`${sandbox.url}/_control/precandidates/${form_id}`);
  const { data } = await record.json();
  assert.deepEqual(data, { document_id: '70456123', city_locode: 'PE LIM' });
});
