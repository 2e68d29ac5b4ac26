import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { completeCall, serviceRecord } from '../stage/sandbox-control.ts';
import type { Engine } from './browser-driver.ts';
import { Candidate } from './candidate.ts';
import { openPortal, type FormPage, type Portal } from './open-portal.ts';

const DATA = { document_id: '41234561', city_locode: 'PE LIM' };

/** Run in the page: what its Content-Security-Policy blocked. */
function violationsOfPage(): string[] {
  return (globalThis as unknown as { violations?: string[] }).violations ?? [];
}

/** Run in the page: has the form save what was typed, as before the page goes. */
function saveDraft(): void {
  Object.assign(globalThis, { saveRequestedAt: Date.now() });
  const root = document.querySelector('precandidate-form')?.shadowRoot;
  root?.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
  globalThis.dispatchEvent(new Event('pagehide'));
}

/** Run in the page: an earlier draft may lack the last field. Each begins with its time. */
function isDraftSaved(): boolean {
  const { saveRequestedAt } = globalThis as unknown as { saveRequestedAt: number };
  return Object.values({ ...sessionStorage }).some(
    (draft) => Number.parseInt(String(draft)) >= saveRequestedAt,
  );
}

/** Run in the page: only a page from the back-forward cache still has what {@link saveDraft} set. */
function isFromCache(): boolean {
  return 'saveRequestedAt' in globalThis;
}

/** Run in the page, as one step: at any time, the element may retry by itself, and then the button disappears. */
function pressRetry(): void {
  const root = document.querySelector('precandidate-form')?.shadowRoot;
  root?.querySelector<HTMLButtonElement>('[part=retry]')?.click();
}

/** Run in the page: resolves after two frames. */
function nextFrames(): Promise<boolean> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
  );
}

/** An engine, a portal, and what every journey does with them. */
interface Stage {
  portal: Portal;
  /** The page has no violation of its policy at the end. */
  withCandidate(work: (candidate: Candidate) => Promise<void>): Promise<void>;
  fillIn(candidate: Candidate): Promise<void>;
  assertSentOnce(form: FormPage, data?: object): Promise<void>;
}

/**
 * The candidate's main journeys, at 390 px, in the engine that `start` starts.
 *
 * @param pageCache - whether the engine has a back-forward cache under automation; `kept`: it keeps our page
 */
export function testJourneys(
  start: () => Promise<Engine>,
  { pageCache = 'possible' }: { pageCache?: 'none' | 'possible' | 'kept' } = {},
): void {
  const stage = openStage(start);
  testForm(stage);
  testPhone(stage);
  testInterruptions(stage);
  if (pageCache !== 'none') testPageCache(stage, pageCache === 'kept');
  testOtherChannels(stage);
}

function openStage(start: () => Promise<Engine>): Stage {
  const portal = openPortal();
  let engine: Engine;
  before(async () => {
    engine = await start();
  });
  after(() => engine.close());

  async function withCandidate(work: (candidate: Candidate) => Promise<void>): Promise<void> {
    const candidate = new Candidate(await engine.newPage());
    try {
      await work(candidate);
      assert.deepEqual(await candidate.driver.evaluate(violationsOfPage), []);
    } finally {
      await candidate.driver.close();
    }
  }

  async function assertSentOnce({ form_id }: FormPage, data: object = DATA): Promise<void> {
    const kept = await serviceRecord(portal.sandbox.url, form_id);
    assert.deepEqual([kept.data, kept.form_posts], [data, 1]);
  }

  async function fillIn(candidate: Candidate): Promise<void> {
    await candidate.type('Número de documento', DATA.document_id);
    await candidate.type('Ciudad', DATA.city_locode);
  }

  return { portal, withCandidate, fillIn, assertSentOnce };
}

/** Filling in, with the keyboard and in other languages too. */
function testForm({ portal, withCandidate, assertSentOnce }: Stage): void {
  test('shows an error, follows its link, corrects it, submits, and is confirmed', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm();
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await candidate.type('Ciudad', DATA.city_locode);
      await candidate.press('button', 'Enviar');
      await candidate.press('link', 'Ingresa tu número de documento');
      await candidate.focusOn('Número de documento');
      await candidate.type('Número de documento', DATA.document_id);
      await candidate.driver.press('Enter');
      await candidate.heading('¡Listo!');
      await candidate.isInState('submitted');
      await assertSentOnce(form);
    }));

  test('works with the keyboard alone, and the confirmation takes the focus', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm({ lang: 'en' });
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await candidate.type('Document number', DATA.document_id);
      await candidate.driver.press('Tab');
      await candidate.focusOn('City');
      await candidate.type('City', DATA.city_locode);
      await candidate.driver.press('Tab');
      await candidate.focusOn('Send');
      await candidate.driver.press('Enter');
      await candidate.heading('All done');
      await candidate.focusOn('All done');
      await assertSentOnce(form);
    }));

  test('switches the language without losing input', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm();
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await candidate.type('Número de documento', DATA.document_id);
      await candidate.driver.evaluate(() =>
        document.querySelector('precandidate-form')?.setAttribute('locale', 'pt-BR'),
      );
      await candidate.holds('Número do documento', DATA.document_id);
    }));

  test('takes a date in three parts and a city by its name, in Portuguese', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm({ pipeline_name: 'brazil_full', lang: 'pt-BR' });
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await candidate.type('CPF', '529.982.247-25');
      await candidate.type('Dia', '31');
      await candidate.type('Mês', '12');
      await candidate.type('Ano', '1990');
      await candidate.type('Nome completo', 'João da Silva');
      await candidate.type('Nome completo da mãe', 'Maria da Silva');
      await candidate.type('Cidade', 'curi');
      await candidate.press('option', 'Curitiba');
      await candidate.press('button', 'Enviar');
      await candidate.heading('Pronto!');
      await assertSentOnce(form, {
        document_id: '52998224725',
        dob: '1990-12-31',
        full_name: 'João da Silva',
        mothers_full_name: 'Maria da Silva',
        city_locode: 'BR CWB',
      });
    }));
}

/** At 390 px. */
function testPhone({ portal, withCandidate }: Stage): void {
  test('fits the phone: no sideways scrolling, no zoom on focus, targets of 24 px', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm({ pipeline_name: 'peru_full' });
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      const found = await candidate.driver.evaluate(() => {
        const root = document.querySelector('precandidate-form')?.shadowRoot;
        const fields = [...(root?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])];
        const shown = fields.filter((field) => field.checkVisibility());
        const targets = [...(root?.querySelectorAll<HTMLElement>('button') ?? []), ...shown];
        const { scrollWidth, clientWidth } = document.documentElement;
        return {
          isTooWide: scrollWidth > clientWidth,
          // Safari zooms in on a focused field whose text is smaller than 16 px.
          smallText: shown
            .filter((field) => !field.matches('[type="radio"], [type="checkbox"]'))
            .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).length,
          smallTargets: targets
            .filter((target) => target.checkVisibility())
            .map((target) => (target.closest('label') ?? target).getBoundingClientRect())
            .filter(({ width, height }) => width < 24 || height < 24).length,
          fields: shown.length,
        };
      });
      assert.ok(found.fields > 3);
      assert.deepEqual(
        { ...found, fields: 0 },
        {
          isTooWide: false,
          smallText: 0,
          smallTargets: 0,
          fields: 0,
        },
      );
    }));
}

/** What must not lose input: a reload, a lost network, an expired session, hydration. */
function testInterruptions({ portal, withCandidate, fillIn, assertSentOnce }: Stage): void {
  test('restores the input after a reload', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm();
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await candidate.type('Número de documento', DATA.document_id);
      await candidate.type('Ciudad', DATA.city_locode);
      await candidate.driver.press('Tab');
      await candidate.holds('Ciudad', 'Lima');
      await candidate.driver.evaluate(saveDraft);
      await candidate.waitFor('a complete draft', isDraftSaved);
      await candidate.driver.reload();
      await candidate.isInState('ready');
      await candidate.holds('Número de documento', DATA.document_id);
      await candidate.press('button', 'Enviar');
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    }));

  test('keeps the input while the network is down, and sends it once it is back', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm();
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await fillIn(candidate);
      portal.network.cut();
      try {
        await candidate.press('button', 'Enviar');
        await candidate.isInState('problem', 'offline');
        await candidate.holds('Número de documento', DATA.document_id);
        await candidate.shows('button', 'Intentar de nuevo');
      } finally {
        portal.network.restore();
      }
      await candidate.driver.evaluate(pressRetry);
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    }));

  test('renews an expired session without losing input', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm();
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await fillIn(candidate);
      await candidate.driver.evaluate(
        (token) => document.querySelector('precandidate-form')?.setAttribute('session', token),
        await form.endedSession(),
      );
      await candidate.press('button', 'Enviar');
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    }));

  test('hydrates a prerendered form and keeps the input', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm({ isPrerendered: true });
      await candidate.driver.open(form.url);
      await candidate.type('Número de documento', DATA.document_id);
      await candidate.type('Ciudad', DATA.city_locode);
      await candidate.isInState('ready');
      await candidate.holds('Número de documento', DATA.document_id);
      await candidate.press('button', 'Enviar');
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    }));
}

/** The page returns from the back-forward cache. */
function testPageCache(
  { portal, withCandidate, fillIn, assertSentOnce }: Stage,
  isKept: boolean,
): void {
  test('keeps the input when the candidate leaves the page and comes back', () =>
    withCandidate(async (candidate) => {
      const form = await portal.newForm();
      await candidate.driver.open(form.url);
      await candidate.isInState('ready');
      await fillIn(candidate);
      await candidate.driver.press('Tab');
      await candidate.holds('Ciudad', 'Lima');
      // The browser may drop the page from its cache.
      await candidate.driver.evaluate(saveDraft);
      await candidate.waitFor('a complete draft', isDraftSaved);
      await candidate.driver.leaveAndReturn();
      await candidate.isInState('ready');
      if (isKept) assert.ok(await candidate.driver.evaluate(isFromCache));
      // WebKit resets the fields a moment after the page is shown again.
      await candidate.waitFor('another frame', nextFrames);
      await candidate.holds('Número de documento', DATA.document_id);
      await candidate.holds('Ciudad', 'Lima');
      await candidate.press('button', 'Enviar');
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    }));
}

/** The data arrives by phone or in another tab. */
function testOtherChannels({ portal, withCandidate, fillIn, assertSentOnce }: Stage): void {
  test('shows that the data was collected by phone, and in another tab', () =>
    withCandidate(async (candidate) => {
      const byPhone = await portal.newForm();
      await candidate.driver.open(byPhone.url);
      await candidate.isInState('ready');
      await completeCall(portal.sandbox.url, byPhone.form_id);
      await candidate.heading('Ya tenemos tus datos');
      await candidate.isInState('elsewhere');
      const inTab = await portal.newForm();
      await candidate.driver.openTab(inTab.url);
      await candidate.isInState('ready');
      await fillIn(candidate);
      await candidate.press('button', 'Enviar');
      await candidate.heading('¡Listo!');
      await candidate.driver.openTab(inTab.url);
      await candidate.isInState('submitted', 'elsewhere');
      await assertSentOnce(inTab);
    }));
}
