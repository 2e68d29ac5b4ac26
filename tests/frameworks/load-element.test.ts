import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadPrecandidateForm } from 'precandidate-form';
import { openHost } from 'precandidate-testing/host-page.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';

const ENTRIES = join(ROOT, 'packages/widget/dist/entries');
const stage = openHost();

/** A page of a portal that has the built entry under `/entries/`. */
async function openPortal() {
  const page = await stage.openMarkup('<!doctype html><html lang="en"><title>Portal</title>');
  await page.route('**/entries/*', async (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: await readFile(join(ENTRIES, new URL(route.request().url()).pathname.slice(9)), 'utf8'),
    }),
  );
  return page;
}

test('loads the element once, from the proxy', async () => {
  const { token } = await stage.newSession(await newPrecandidate(stage.proxy.url));
  const page = await openPortal();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const isSame = await page.evaluate(
    async ({ proxyUrl, session }) => {
      const entry = '/entries/index.js';
      const { loadPrecandidateForm: load } = (await import(
        entry
      )) as typeof import('precandidate-form');
      const classes = await Promise.all([load({ proxyUrl }), load({ proxyUrl })]);
      const element = document.createElement('precandidate-form');
      element.session = session;
      document.body.append(element);
      return classes.every((each) => each === customElements.get('precandidate-form'));
    },
    { proxyUrl: stage.proxy.url, session: token },
  );
  assert.ok(isSame);
  await page.locator('precandidate-form:state(ready)').waitFor();
  assert.equal(requests.filter((url) => url.includes('/widget.js')).length, 1);
});

test('rejects after three tries, and starts over at the next call', async () => {
  const page = await openPortal();
  let failures = 0;
  await page.route('**/widget.js*', (route) => {
    failures += 1;
    return failures <= 3 ? route.abort() : route.continue();
  });
  const outcome = await page.evaluate(async (proxyUrl) => {
    const entry = '/entries/index.js';
    const { loadPrecandidateForm: load } = (await import(
      entry
    )) as typeof import('precandidate-form');
    const first = await load({ proxyUrl }).then(
      () => 'loaded',
      () => 'rejected',
    );
    return [first, (await load({ proxyUrl })) === customElements.get('precandidate-form')];
  }, stage.proxy.url);
  assert.deepEqual(outcome, ['rejected', true]);
  assert.equal(failures, 4);
});

test('can be imported in Node, where it loads nothing', async () => {
  await assert.rejects(loadPrecandidateForm({ proxyUrl: stage.proxy.url }), /browsers only/);
});
