import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { assertAccessible, delayRequests } from 'precandidate-testing/browser.ts';
import {
  openCandidate,
  openPrerendered,
  shortenFirstSession,
  eventCount,
  eventDetail,
} from 'precandidate-testing/candidate.ts';
import { newCandidate, openDemo, openGallery } from 'precandidate-testing/demo.ts';
import { clearFaults, addFault } from 'precandidate-testing/sandbox-control.ts';
import {
  assertFilled,
  assertSentOnce,
  documentField,
  done,
  fillShortForm,
  sendButton,
  submitOnce,
} from 'precandidate-testing/short-form.ts';

const stage = openDemo();

const OPENING = /\/bootstrap$/;
const AT_SCHEMA = { path: '/schema/' };
const AT_FORM = { method: 'POST', path: '/forms/' };
/** Longer than the proxy waits for any response. */
const UNTIL_CLEARED_MS = 60_000;
const AT_RECORD = { method: 'GET', path: '/v3/precandidate/' };

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name }).waitFor();
const reads = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const isInState = (page: Page, state: string) =>
  page.locator(`precandidate-form:state(${state})`).waitFor();

/** The browser's layout shift score so far. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test('loading: shows a skeleton, and the form moves nothing when it replaces it', async () => {
  const id = await newCandidate(stage);
  // The page's session comes without a prerendered form.
  await addFault(stage.sandbox.url, { kind: 'status', status: 500, match: AT_SCHEMA });
  const { before, release } = delayRequests(OPENING);
  const page = await openCandidate(stage, id, { before });
  await page.getByRole('img', { name: 'Cargando el formulario' }).waitFor();
  await isInState(page, 'loading');
  await assertAccessible(page, 'loading');
  release();
  await eventDetail(page, 'precandidate-ready');
  await isInState(page, 'ready');
  const moved = await layoutShift(page);
  assert.ok(moved < 0.1, `cumulative layout shift ${moved}`);
});

test('loading: the gallery shows it for as long as the page is open', async () => {
  const page = await openGallery(stage, {
    kind: 'loading',
    prepare: (empty) => empty.clock.install(),
  });
  const skeleton = page.getByRole('img', { name: 'Cargando el formulario' });
  await skeleton.waitFor();
  await page.clock.runFor(60_000);
  await isInState(page, 'loading');
  assert.ok(await skeleton.isVisible());
});

test('checking, sent, submitted: each is announced once and says what to do', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillShortForm(page);
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/submission/**', async (route) => {
    await seen;
    await route.continue();
  });
  await addFault(stage.sandbox.url, { kind: 'delay', delay_ms: 500, match: AT_FORM });
  await sendButton(page).click();

  await reads(page, 'Revisando tus datos');
  await isInState(page, 'checking');
  await assertAccessible(page, 'checking');
  await addFault(stage.sandbox.url, {
    kind: 'delay',
    delay_ms: UNTIL_CLEARED_MS,
    match: AT_RECORD,
    times: 0,
  });
  letGo();
  await heading(page, 'Recibimos tus datos');
  await isInState(page, 'sent');
  await clearFaults(stage.sandbox.url);
  await done(page);
  await isInState(page, 'submitted');
  for (const name of ['submitting', 'sent', 'submitted'] as const)
    assert.equal(await eventCount(page, `precandidate-${name}`), 1, name);
  await assertSentOnce(stage, page);
});

test('sending: a page that opens meanwhile says that the data is on its way', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillShortForm(page);
  await addFault(stage.sandbox.url, {
    kind: 'delay',
    delay_ms: UNTIL_CLEARED_MS,
    match: AT_FORM,
  });
  const answered = page.waitForRequest('**/submission/**');
  await sendButton(page).click();
  await answered;
  const second = await openCandidate(stage, id);
  // The second once the candidate may close the page, which is soon.
  await heading(second, /Enviando tus datos|Tus datos están en camino/);
  await isInState(second, 'sending');
  await assertAccessible(second, 'sending');
  await clearFaults(stage.sandbox.url);
  await done(second);
  await done(page);
  await assertSentOnce(stage, page);
});

test('refused: keeps the values and sends the corrected ones', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillShortForm(page);
  await addFault(stage.sandbox.url, { kind: 'status', status: 422, match: AT_FORM });
  await sendButton(page).click();
  await reads(page, 'No pudimos aceptar tus datos');
  await reads(
    page,
    'Tus respuestas siguen aquí. Revisa que estén como en tu documento y envíalas de nuevo.',
  );
  await isInState(page, 'refused');
  await assertAccessible(page, 'refused');
  await assertFilled(page);
  await submitOnce(stage, page);
});

test('refused before the page opened: prerenders empty fields and says why', async () => {
  const id = await newCandidate(stage);
  const first = await openCandidate(stage, id);
  await fillShortForm(first);
  await addFault(stage.sandbox.url, { kind: 'status', status: 422, match: AT_FORM });
  await sendButton(first).click();
  await isInState(first, 'refused');
  const { page, release } = await openPrerendered(stage, id, /\/widget\/.*\.js/);
  assert.equal(await documentField(page).inputValue(), '');
  release();
  await reads(page, 'No pudimos aceptar tus datos');
  await reads(page, 'Completa el formulario y envíalo de nuevo.');
  await isInState(page, 'refused');
  await fillShortForm(page);
  await submitOnce(stage, page);
});

test('service down: says when it retries, and retries by itself', async () => {
  const id = await newCandidate(stage);
  await addFault(stage.sandbox.url, {
    kind: 'status',
    status: 503,
    match: { path: '/' },
    times: 0,
  });
  const page = await openCandidate(stage, id);
  await heading(page, 'No podemos continuar en este momento');
  await page.getByText(/^Lo intentaremos de nuevo en \d+ segundo/).waitFor();
  await assertAccessible(page, 'service down');
  await clearFaults(stage.sandbox.url);
  await eventDetail(page, 'precandidate-ready');
  await isInState(page, 'ready');
});

test('link expired: says how to continue when the session cannot be renewed', async () => {
  const id = await newCandidate(stage);
  const url = `${stage.portal.url}/strict/${id}`;
  const before = (page: Page) => shortenFirstSession(page, url, -1_000);
  const page = await openCandidate(stage, id, { strict: true, before });
  await heading(page, 'Tu sesión venció');
  await reads(page, 'Usa el enlace que recibiste para volver a esta página.');
  await isInState(page, 'problem');
  assert.match((await eventDetail(page, 'precandidate-problem')).type, /session-expired$/);
});

test('form not found: says so, with the next step', async () => {
  const id = await newCandidate(stage);
  // The page's session comes without a prerendered form. Only then does the service lose the form.
  await addFault(stage.sandbox.url, { kind: 'status', status: 500, match: AT_SCHEMA });
  await addFault(stage.sandbox.url, { kind: 'status', status: 404, match: AT_SCHEMA, times: 0 });
  const page = await openCandidate(stage, id);
  await heading(page, 'No encontramos este formulario');
  await reads(page, 'Pídele un enlace nuevo a la persona que te envió este.');
  await assertAccessible(page, 'form not found');
});
