import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Precandidate, Session } from 'precandidate-contract';
import { startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { openBrowser } from '../stage/browser.ts';
import { serviceRecord } from '../stage/sandbox-control.ts';
import { BUSY_MACHINE, proxySettings, requestProxy } from '../stage/service.ts';
import type { CorpusEntry } from './entry.ts';
import { fillIn, submit } from './fill-in.ts';
/** Pages at once: more of them only wait for one another, and for the proxy's validator. */
const CONCURRENCY = 2;
const FORMS = fileURLToPath(new URL('forms/', import.meta.url));
const ENTRIES = readdirSync(FORMS).flatMap(
  (file) => JSON.parse(readFileSync(FORMS + file, 'utf8')) as CorpusEntry[],
);

let sandbox: Sandbox;
let proxy: Proxy;
let browser: Browser;
let context: BrowserContext;
const pages: Page[] = [];
const host = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://host');
  response.setHeader('content-type', 'text/html; charset=utf-8').end(
    `<!doctype html><html lang="es"><title>Form</title>
    <script type="module" src="${proxy.url}/widget.js"></script>
    <precandidate-form session="${searchParams.get('token')}"></precandidate-form></html>`,
  );
});
const origin = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

before(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox();
  const settings = { ALLOWED_ORIGINS: origin(), RATE_LIMIT: '100000', UPSTREAM_RPS: '1000' };
  proxy = await startProxy({ ...proxySettings(sandbox), ...settings }, BUSY_MACHINE);
  browser = await openBrowser();
  context = await browser.newContext({ timezoneId: 'America/Lima' });
});
after(async () => {
  await browser.close();
  await proxy.close();
  await sandbox.close();
  host.close();
});

/** Creates a precandidate whose form has this schema; returns the ids and a session's token. */
async function openSession(
  { schema, locale = 'es', country = 'PE' }: CorpusEntry,
  pipeline_name: string,
) {
  await fetch(`${sandbox.url}/_control/pipelines`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pipeline_name, form_schema: schema, country_code: country }),
  });
  const created = await requestProxy(proxy.url, '/precandidate', {
    body: { pipeline_name, email: 'ana@example.com' },
  });
  const { person_id, precandidate_id: form_id } = (await created.json()) as Precandidate;
  const body = { person_id, form_id, origin: origin(), locale, html: false };
  const minted = await requestProxy(proxy.url, '/sessions', { body });
  return { form_id, token: ((await minted.json()) as Session).token };
}

/** Waits for one of the states; returns it, or what else the element shows. */
async function reached(page: Page, states: string[]): Promise<string> {
  const ends = [...states, 'problem', 'session-invalid', 'refused'].map(
    (each) => `:state(${each})`,
  );
  await page.waitForFunction(
    (selector) => document.querySelector(`precandidate-form:is(${selector})`) !== null,
    ends.join(','),
  );
  return page
    .locator('precandidate-form')
    .evaluate((element) => (element as { state?: string }).state ?? '');
}

const SUBMITTED = ['sending', 'sent', 'submitted'];

async function complete(page: Page, entry: CorpusEntry, token: string): Promise<void> {
  await page.goto(`${origin()}/?token=${token}`);
  assert.equal(await reached(page, ['ready']), 'ready');
  await page.evaluate(() => {
    for (const name of ['precandidate-invalid', 'precandidate-problem'])
      document.addEventListener(name, (event) => {
        const { detail } = event as CustomEvent<{ retryable?: boolean }>;
        if (!detail.retryable) Object.assign(globalThis, { invalid: JSON.stringify(detail) });
      });
  });
  for (const step of entry.steps) await fillIn(page, step);
  await page.evaluate(() => Object.assign(globalThis, { invalid: undefined }));
  await submit(page);
  const result = await page.waitForFunction((states) => {
    const { invalid } = globalThis as { invalid?: string };
    const form = document.querySelector('precandidate-form') as HTMLElement & { state: string };
    return invalid ?? (states.includes(form.state) ? 'sent' : undefined);
  }, SUBMITTED);
  assert.equal(await result.jsonValue(), 'sent');
  await reached(page, ['sent', 'submitted']);
}

describe(`a corpus of ${ENTRIES.length} forms`, { concurrency: CONCURRENCY }, () => {
  for (const [index, entry] of ENTRIES.entries())
    test(entry.name, async () => {
      const { form_id, token } = await openSession(entry, `corpus ${index}`);
      const page = pages.pop() ?? (await context.newPage());
      try {
        await complete(page, entry, token);
      } finally {
        pages.push(page);
      }
      assert.deepEqual((await serviceRecord(sandbox.url, form_id)).data, entry.sends);
    });
});
