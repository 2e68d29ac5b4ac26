import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Page } from 'playwright';
import { assertAccessible } from '../stage/assert-accessible.ts';
import { focusOn, openCandidate, timesTold, told } from '../stage/candidate.ts';
import { SESSION_SECRET, shortenFirstSession } from '../stage/end-session.ts';
import { newCandidate } from '../stage/new-candidate.ts';
import { openDemo } from '../stage/open-demo.ts';
import { clearFaults, orderFault } from '../stage/order-fault.ts';
import { formIdOf, keptByService } from '../stage/service-side.ts';

const stage = openDemo({ SESSION_SECRETS: SESSION_SECRET });
afterEach(() => clearFaults(stage.sandbox.url));

const DATA = { document_id: '41234561', city_locode: 'PE LIM' };
const AT_SCHEMA = { path: '/schema/' };
const AT_FORM = { method: 'POST', path: '/forms/' };
const AT_RECORD = { method: 'GET', path: '/v3/precandidate/' };

async function fillIn(page: Page): Promise<void> {
  await told(page, 'precandidate-ready');
  await page.getByLabel('Número de documento').fill(DATA.document_id);
  await page.getByLabel('Ciudad').fill(DATA.city_locode);
}

const send = (page: Page) => page.getByRole('button', { name: 'Enviar' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const reads = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
const isInState = (page: Page, state: string) =>
  page.locator(`precandidate-form:state(${state})`).waitFor();

async function assertSentOnce(page: Page): Promise<void> {
  const kept = await keptByService(stage.sandbox.url, await formIdOf(page));
  assert.deepEqual([kept.data, kept.form_posts], [DATA, 1]);
}

test('loading: the shape of the form, which moves nothing when the form comes', async () => {
  const id = await newCandidate(stage);
  await orderFault(stage.sandbox.url, { kind: 'delay', delay_ms: 500, match: AT_SCHEMA });
  const page = await openCandidate(stage, id);
  await page.getByRole('img', { name: 'Cargando el formulario' }).waitFor();
  await isInState(page, 'loading');
  await assertAccessible(page, 'loading');
  await told(page, 'precandidate-ready');
  await isInState(page, 'ready');
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
  assert.ok(moved < 0.1, `cumulative layout shift ${moved}`);
});

test('checking, sent, submitted: each is told once, and says what to do', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillIn(page);
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/submission/**', async (route) => {
    await seen;
    await route.continue();
  });
  await orderFault(stage.sandbox.url, { kind: 'delay', delay_ms: 500, match: AT_FORM });
  await send(page);

  await reads(page, 'Revisando tus datos');
  await isInState(page, 'checking');
  await assertAccessible(page, 'checking');
  letGo();
  await orderFault(stage.sandbox.url, { kind: 'delay', delay_ms: 500, match: AT_RECORD });
  await heading(page, 'Recibimos tus datos');
  await isInState(page, 'sent');
  await heading(page, '¡Listo!');
  await isInState(page, 'submitted');
  for (const name of ['submitting', 'sent', 'submitted'] as const)
    assert.equal(await timesTold(page, `precandidate-${name}`), 1, name);
  await assertSentOnce(page);
});

test('sending: a page that is opened meanwhile says that the data is on its way', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillIn(page);
  await orderFault(stage.sandbox.url, { kind: 'delay', delay_ms: 1_500, match: AT_FORM });
  const answered = page.waitForRequest('**/submission/**');
  await send(page);
  await answered;
  const second = await openCandidate(stage, id);
  await heading(second, 'Enviando tus datos');
  await isInState(second, 'sending');
  await assertAccessible(second, 'sending');
  await heading(second, '¡Listo!');
  await heading(page, '¡Listo!');
  await assertSentOnce(page);
});

test('refused: the answers stay, and go out again once corrected', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillIn(page);
  await orderFault(stage.sandbox.url, { kind: 'status', status: 422, match: AT_FORM });
  await send(page);
  await reads(page, 'El servicio no aceptó los datos');
  await isInState(page, 'refused');
  await assertAccessible(page, 'refused');
  assert.equal(await page.getByLabel('Número de documento').inputValue(), DATA.document_id);
  await send(page);
  await heading(page, '¡Listo!');
  await assertSentOnce(page);
});

test('link expired: the page that cannot renew its session says where to go on', async () => {
  const id = await newCandidate(stage);
  const url = `${stage.portal.url}/strict/${id}`;
  const before = (page: Page) => shortenFirstSession(page, url, -1_000);
  const page = await openCandidate(stage, id, { strict: true, before });
  await heading(page, 'Tu sesión terminó');
  await isInState(page, 'problem');
  assert.match((await told(page, 'precandidate-problem')).type, /session-expired$/);
});

test('form not found: a sentence and the next step', async () => {
  const id = await newCandidate(stage);
  await orderFault(stage.sandbox.url, { kind: 'status', status: 404, match: AT_SCHEMA });
  const page = await openCandidate(stage, id);
  await heading(page, 'No encontramos este formulario');
  await reads(page, 'Pide un enlace nuevo a quien te envió aquí.');
  await assertAccessible(page, 'form not found');
});

test('a state that takes the place of the form takes the focus that the form had', async () => {
  const id = await newCandidate(stage);
  const page = await openCandidate(stage, id);
  await fillIn(page);
  await page.getByLabel('Ciudad').press('Enter');
  await heading(page, '¡Listo!');
  await focusOn(page, '¡Listo!');
});
