import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright';
import { CHUNKS, openHost, type HostPage } from 'precandidate-testing/host-page.ts';
import { serviceRecord } from 'precandidate-testing/sandbox-control.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';

// What a page does with the element's attributes before and while the script loads.

const stage = openHost();
let host: HostPage;

const isReady = () => host.page.locator('precandidate-form:state(ready)').waitFor();
const cityField = () => host.page.getByLabel('Ciudad');

/** Another candidate with the same pipeline, and a session for their form. */
async function otherCandidate() {
  const person = await newPrecandidate(stage.proxy.url);
  return { ...person, ...(await stage.newSession(person)) };
}

const setSession = (token: string) =>
  host.page.evaluate(
    (session) => document.querySelector('precandidate-form')?.setAttribute('session', session),
    token,
  );

test('an empty proxy-url means the origin of the script', async () => {
  host = await stage.open({ attributes: 'proxy-url=""' });
  await isReady();
});

test('an empty session requests no bootstrap; sessionUrl provides the token', async () => {
  const { token } = await otherCandidate();
  const bootstraps: unknown[] = [];
  const element = '<precandidate-form session="" session-url="/my-session"></precandidate-form>';
  const page = await stage.openMarkup(stage.pageOf(element), undefined, async (empty) => {
    empty.on('request', (request) => {
      if (request.url().endsWith('/bootstrap')) bootstraps.push(request.postDataJSON());
    });
    await empty.route('**/my-session', (route) => route.fulfill({ json: { token } }));
  });
  await page.locator('precandidate-form:state(ready)').waitFor();
  assert.deepEqual(
    bootstraps.map((each) => (each as { session: string }).session),
    [token],
  );
});

test('the prefetched bootstrap takes no cookies along and bypasses the cache', async () => {
  const { token } = await otherCandidate();
  const element = `<precandidate-form session="${token}" proxy-url="/hr"></precandidate-form>`;
  let requested: Promise<Request> | undefined;
  await stage.openMarkup(stage.pageOf(element), undefined, async (page) => {
    await page.context().addCookies([{ name: 'portal', value: '1', url: stage.origin }]);
    requested = page.waitForRequest('**/hr/bootstrap');
  });
  const headers = await (await requested)?.allHeaders();
  assert.ok(headers);
  assert.equal(headers['cookie'], undefined);
  assert.equal(headers['cache-control'], 'no-cache');
});

test('an invalid proxy-url shows a problem and does not affect other forms', async () => {
  const other = await otherCandidate();
  const attributes = `proxy-url="http://"></precandidate-form><precandidate-form session="${other.token}"`;
  host = await stage.open({ attributes });
  await isReady();
  await host.page.locator('precandidate-form:state(problem)').waitFor();
});

test('a proxy-url needs no trailing slash', async () => {
  const attributes = `proxy-url="${stage.proxy.url}/hr/forms"`;
  host = await stage.open({ attributes });
  await host.page.route(/\/hr\//, async (route) => {
    const url = route.request().url();
    const headers = { 'access-control-allow-origin': stage.origin };
    if (!url.includes('/hr/forms/')) return route.fulfill({ status: 404, headers });
    return route.continue({ url: url.replace('/hr/forms/', '/') });
  });
  await host.page.reload();
  await isReady();
});

for (const [held, when] of [
  [CHUNKS.allButLoader, 'the element'],
  [CHUNKS.form, 'the form app'],
] as const)
  for (const isPrerendered of [true, false])
    test(`another candidate’s session before ${when} has loaded keeps no data of the first (${isPrerendered ? 'prerendered' : 'script tag'})`, async () => {
      host = await stage.open({ isPrerendered, held });
      await host.bootstrapRequested;
      if (isPrerendered || held === CHUNKS.form) {
        await cityField().fill('PE LIM');
        await host.page.getByLabel('Número de documento').fill('41234561');
        await host.page.getByRole('button', { name: 'Enviar' }).click();
      }
      const other = await otherCandidate();
      const newBootstrap = host.page.waitForRequest(
        (request) => request.postData()?.includes(other.token) ?? false,
      );
      await setSession(other.token);
      host.release();
      await isReady();
      await newBootstrap;
      assert.equal(await cityField().inputValue(), '');
      for (const { precandidate_id } of [host.person, other])
        assert.equal((await serviceRecord(stage.sandbox.url, precandidate_id)).form_posts, 0);
    });
