import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { completeCall, serviceRecord } from 'precandidate-testing/sandbox-control.ts';
import { SHORT_DATA } from 'precandidate-testing/short-form.ts';
import brazil from './brazil.json' with { type: 'json' };
import { type Engine, EngineHungError } from './browser-driver.ts';
import { Candidate } from './candidate.ts';
import { openPortal, type FormPage, type PageOptions, type Portal } from './open-portal.ts';

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

/** Run in the page: what is too wide or too small for a phone. */
function misfits() {
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
    hasFields: shown.length > 3,
  };
}

type Walk = (candidate: Candidate, form: FormPage) => Promise<void>;

/** An engine, a portal, and what every journey does with them. */
interface Stage {
  portal: Portal;
  /**
   * A test on the page of a new form: ready, unless it is prerendered. At its end, the page has no
   * violation of its policy.
   */
  journey(title: string, options: PageOptions, walk: Walk): void;
  /** Sends a filled-in form: the service confirms `data`, from one post. */
  send: (candidate: Candidate, form: FormPage) => Promise<void>;
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

  async function runOnce(options: PageOptions, walk: Walk): Promise<void> {
    const candidate = new Candidate(await engine.newPage());
    try {
      const form = await portal.newForm(options);
      await candidate.driver.open(form.url);
      if (!options.isPrerendered) await candidate.isInState('ready');
      await walk(candidate, form);
      assert.deepEqual(await candidate.driver.evaluate(violationsOfPage), []);
    } catch (error) {
      // A browser that hangs does not close its page either.
      if (!(error instanceof EngineHungError)) await candidate.driver.close();
      throw error;
    }
    await candidate.driver.close();
  }

  function journey(title: string, options: PageOptions, walk: Walk): void {
    test(title, async () => {
      try {
        await runOnce(options, walk);
      } catch (error) {
        if (!(error instanceof EngineHungError)) throw error;
        console.log(`${title}: ${error.message}; once more in a new browser`);
        await engine.close();
        engine = await start();
        await runOnce(options, walk);
      }
    });
  }

  async function assertSentOnce({ form_id }: FormPage, data: object = SHORT_DATA): Promise<void> {
    const kept = await serviceRecord(portal.stage.sandbox.url, form_id);
    assert.deepEqual([kept.data, kept.form_posts], [data, 1]);
  }

  async function send(candidate: Candidate, form: FormPage): Promise<void> {
    await candidate.press('button', 'Enviar');
    await candidate.heading('¡Listo!');
    await assertSentOnce(form);
  }

  return { portal, journey, send, assertSentOnce };
}

const DOCUMENT = 'Número de documento';

async function fillIn(candidate: Candidate): Promise<void> {
  await candidate.type(DOCUMENT, SHORT_DATA.document_id);
  await candidate.type('Ciudad', SHORT_DATA.city_locode);
}

/** Leaves the filled-in form and waits until its draft has both answers. */
async function leaveWithDraft(candidate: Candidate): Promise<void> {
  await candidate.driver.press('Tab');
  await candidate.holds('Ciudad', 'Lima');
  await candidate.driver.evaluate(saveDraft);
  await candidate.waitFor('a complete draft', isDraftSaved);
}

const STEPS = [
  { title: 'Tu documento', fields: ['document_id'] },
  { title: 'Tu ciudad', fields: ['city_locode'] },
];

/** Run in the page. */
function browserBack(): void {
  history.back();
}

/** Filling in, with the keyboard, in other languages, and on a phone. */
function testForm({ journey, assertSentOnce }: Stage): void {
  journey(
    'shows an error, follows its link, corrects it, submits, and is confirmed',
    {},
    async (candidate, form) => {
      await candidate.type('Ciudad', SHORT_DATA.city_locode);
      await candidate.press('button', 'Enviar');
      await candidate.press('link', 'Escribe tu número de documento');
      await candidate.focusOn(DOCUMENT);
      await candidate.type(DOCUMENT, SHORT_DATA.document_id);
      await candidate.driver.press('Enter');
      await candidate.heading('¡Listo!');
      await candidate.isInState('submitted');
      await assertSentOnce(form);
    },
  );

  journey(
    'works with the keyboard alone, and the confirmation takes the focus',
    { lang: 'en' },
    async (candidate, form) => {
      await candidate.type('Document number', SHORT_DATA.document_id);
      await candidate.driver.press('Tab');
      await candidate.focusOn('City');
      await candidate.type('City', SHORT_DATA.city_locode);
      await candidate.driver.press('Tab');
      await candidate.focusOn('Send');
      await candidate.driver.press('Enter');
      await candidate.heading('All done');
      await candidate.focusOn('All done');
      await assertSentOnce(form);
    },
  );

  journey(
    'takes a date in three parts and a city by its name, in Portuguese',
    { pipeline_name: 'brazil_full', lang: 'pt-BR' },
    async (candidate, form) => {
      for (const [label, text] of Object.entries(brazil.typed)) await candidate.type(label, text);
      await candidate.press('option', 'Curitiba');
      await candidate.press('button', 'Enviar');
      await candidate.heading('Pronto!');
      await assertSentOnce(form, brazil.sent);
    },
  );

  journey(
    'walks through steps, back and forth, checks the answers, and sends them once',
    { ui_schema: { 'ui:options': { steps: STEPS } } },
    async (candidate, form) => {
      await candidate.press('button', 'Continuar');
      await candidate.press('link', 'Escribe tu número de documento');
      await candidate.type(DOCUMENT, SHORT_DATA.document_id);
      await candidate.press('button', 'Continuar');
      await candidate.focusOn('Paso 2 de 3');
      await candidate.type('Ciudad', SHORT_DATA.city_locode);
      await candidate.driver.evaluate(browserBack);
      await candidate.focusOn('Paso 1 de 3');
      await candidate.holds(DOCUMENT, SHORT_DATA.document_id);
      await candidate.press('button', 'Continuar');
      await candidate.holds('Ciudad', 'Lima');
      await candidate.press('button', 'Continuar');
      await candidate.focusOn('Paso 3 de 3 Revisa tus respuestas');
      await candidate.press('button', 'Enviar');
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    },
  );

  journey(
    'fits the phone: no sideways scrolling, no zoom on focus, targets of 24 px',
    { pipeline_name: 'peru_full' },
    async (candidate) => {
      const fits = { isTooWide: false, smallText: 0, smallTargets: 0, hasFields: true };
      assert.deepEqual(await candidate.driver.evaluate(misfits), fits);
    },
  );
}

/** What must not lose input: a reload, a lost network, an expired session, hydration. */
function testInterruptions({ portal, journey, send, assertSentOnce }: Stage): void {
  journey('restores the input after a reload', {}, async (candidate, form) => {
    await fillIn(candidate);
    await leaveWithDraft(candidate);
    await candidate.driver.reload();
    await candidate.isInState('ready');
    await candidate.holds(DOCUMENT, SHORT_DATA.document_id);
    await send(candidate, form);
  });

  journey(
    'keeps the input while the network is down, and sends it once it is back',
    {},
    async (candidate, form) => {
      await fillIn(candidate);
      portal.network.cut();
      try {
        await candidate.press('button', 'Enviar');
        await candidate.isInState('problem', 'offline');
        await candidate.holds(DOCUMENT, SHORT_DATA.document_id);
        await candidate.shows('button', 'Intentar de nuevo');
      } finally {
        portal.network.restore();
      }
      await candidate.driver.evaluate(pressRetry);
      await candidate.heading('¡Listo!');
      await assertSentOnce(form);
    },
  );

  journey('renews an expired session without losing input', {}, async (candidate, form) => {
    await fillIn(candidate);
    await candidate.driver.evaluate(
      (token) => document.querySelector('precandidate-form')?.setAttribute('session', token),
      await form.endedSession(),
    );
    await send(candidate, form);
  });

  journey(
    'hydrates a prerendered form and keeps the input',
    { isPrerendered: true },
    async (candidate, form) => {
      await fillIn(candidate);
      await candidate.isInState('ready');
      await candidate.holds(DOCUMENT, SHORT_DATA.document_id);
      await send(candidate, form);
    },
  );
}

/** The page returns from the back-forward cache. */
function testPageCache({ journey, send }: Stage, isKept: boolean): void {
  journey(
    'keeps the input when the candidate leaves the page and comes back',
    {},
    async (candidate, form) => {
      await fillIn(candidate);
      // The browser may drop the page from its cache.
      await leaveWithDraft(candidate);
      await candidate.driver.leaveAndReturn();
      await candidate.isInState('ready');
      if (isKept) assert.ok(await candidate.driver.evaluate(isFromCache));
      // WebKit resets the fields a moment after the page is shown again.
      await candidate.waitFor('another frame', nextFrames);
      await candidate.holds(DOCUMENT, SHORT_DATA.document_id);
      await candidate.holds('Ciudad', 'Lima');
      await send(candidate, form);
    },
  );
}

/** The data arrives by phone or in another tab. */
function testOtherChannels({ portal, journey, send }: Stage): void {
  journey(
    'shows that the data was collected by phone, and in another tab',
    {},
    async (candidate, byPhone) => {
      await completeCall(portal.stage.sandbox.url, byPhone.form_id);
      await candidate.heading('Ya tenemos tus datos');
      await candidate.isInState('elsewhere');
      const inTab = await portal.newForm();
      await candidate.driver.openTab(inTab.url);
      await candidate.isInState('ready');
      await fillIn(candidate);
      await send(candidate, inTab);
      await candidate.driver.openTab(inTab.url);
      await candidate.isInState('submitted', 'elsewhere');
    },
  );
}
