import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import type { Precandidate } from 'precandidate-contract';
import type { Trace } from '../shared/explorer.ts';
import { changedForm } from './changed-form.ts';
import type { SchemaChange } from './changed-schemas.ts';
import type { Form, Opening } from './form.ts';
import { within } from '../shared/turns.ts';
import { fileBytes } from './files.ts';
import { readScreen, type Shown } from './screen.ts';
import type { Stage } from './stage.ts';
import { watchPage, type Watched } from './watch.ts';

/** A tab whose page has the form. */
export class Tab {
  readonly page: Page;
  readonly wire: CDPSession;
  /** Uncaught exceptions and messages in the console, without those that the browser writes. */
  readonly complaints: string[] = [];
  /** The proxy has refused the session. */
  isExpired = false;

  private constructor(page: Page, wire: CDPSession) {
    this.page = page;
    this.wire = wire;
    page.on('pageerror', (error) => this.complaints.push(`exception: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() === 401) this.isExpired = true;
    });
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (!/^(Failed to load resource|Access to )/.test(text)) this.complaints.push(text);
    });
  }

  static async open(stage: Stage): Promise<Tab> {
    const context = await stage.browser.newContext({
      viewport: { width: 390, height: 844 },
      timezoneId: 'UTC',
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.addInitScript(watchPage);
    const wire = await context.newCDPSession(page);
    await wire.send('Autofill.enable');
    await wire.send('Network.enable');
    return new Tab(page, wire);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** Scripts that arrive late; the loader does not: it shows the first fields, and takes a submit. */
const EVERY_CHUNK = /^\/widget\/.*\.js/;
const LOADS_WITHIN_MS = 3_000;
const PROMISED_WITHIN_MS = 2_000;
const FORM_APP = /^\/widget\/.*\/form-app/;

/** One candidate's visit: a form in a tab. */
export class Visit {
  readonly stage: Stage;
  readonly tab: Tab;
  /** As the service has it now. */
  form: Form;
  readonly person: Precandidate;
  readonly trace: Trace;
  /** Other forms in the page have timers and listeners of their own. */
  hasOthers = false;
  /** The page gives out sessions, also to an element that it has removed. */
  canRenew: boolean;
  /** The scripts have not arrived: questions that depend on answers cannot appear yet. */
  isEarly: boolean;
  /** The element shows another form now. */
  isReplaced = false;
  #hadFaults = false;
  /** The page lets the form keep the answers over a reload. */
  keepsDraft = true;
  readonly #opening: Opening;
  readonly #firstForm: Form;
  readonly #changes = new Set<SchemaChange>();
  /** How many events there were when the session was renewed. */
  #renewedAt = 0;

  private constructor(
    { stage, tab, trace }: { stage: Stage; tab: Tab; trace: Trace },
    form: Form,
    opening: Opening,
    person: Precandidate,
  ) {
    this.stage = stage;
    this.tab = tab;
    this.trace = trace;
    this.form = form;
    this.#firstForm = form;
    this.#opening = opening;
    this.person = person;
    this.isEarly = opening.isEarly;
    this.canRenew = opening.sessionSource !== undefined;
  }

  static async begin(
    { stage, tab, trace }: { stage: Stage; tab: Tab; trace: Trace },
    form: Form,
    opening: Opening,
  ): Promise<Visit> {
    const { isEarly, isPrerendered, fault } = opening;
    stage.relay.endFaults();
    stage.relay.release();
    stage.relay.changes.clear();
    stage.relay.unseen = undefined;
    await tab.page.context().setOffline(false);
    for (const other of tab.page.context().pages()) if (other !== tab.page) await other.close();
    const person = await stage.newForm(form.schema);
    const visit = new Visit({ stage, tab, trace }, form, opening, person);
    await visit.showIn(opening.locale);
    tab.complaints.length = 0;
    tab.isExpired = false;
    // A relay cannot hold what an earlier visit has left in the tab's cache.
    await tab.wire.send('Network.setCacheDisabled', { cacheDisabled: isEarly });
    if (isEarly) stage.relay.hold(isPrerendered ? EVERY_CHUNK : FORM_APP);
    if (fault) stage.relay.spoil(fault.fault, fault.on);
    await tab.page.goto(stage.origin, { waitUntil: 'commit' });
    const loaded = { timeout: LOADS_WITHIN_MS };
    if (isEarly) await tab.page.waitForLoadState('domcontentloaded', loaded).catch(() => {});
    return visit;
  }

  /** The service has changed the form. */
  changeForm(change: SchemaChange): void {
    this.#changes.add(change);
    this.form = changedForm(this.#firstForm, this.#changes);
  }

  /** The page has this language whenever it is loaded. */
  async showIn(locale: Opening['locale']): Promise<void> {
    const opening = { ...this.#opening, locale };
    this.stage.show(...(await this.stage.pageFor(this.person, opening, this.#firstForm)));
  }

  /** Lets the scripts arrive. */
  arrive(): void {
    this.isEarly = false;
    this.stage.relay.release();
  }

  get page(): Page {
    return this.tab.page;
  }

  screen(): Promise<Shown[]> {
    return readScreen(this.tab.wire);
  }

  async state(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.querySelector('main precandidate-form') as { state?: string } | null;
      return element === null ? 'removed' : (element.state ?? 'loading');
    });
  }

  watched(): Promise<Watched> {
    return this.page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
  }

  /** How many listeners the window and the document have. */
  async listeners(): Promise<number> {
    const { wire } = this.tab;
    let count = 0;
    for (const expression of ['window', 'document']) {
      const { result } = await wire.send('Runtime.evaluate', { expression });
      const { objectId = '' } = result;
      const { listeners } = await wire.send('DOMDebugger.getEventListeners', { objectId });
      // Playwright adds its own to the window when it clicks, and the steps of the page listen to our events.
      const driver = listeners.find(({ type }) => type.startsWith('__playwright'))?.scriptId;
      const isOurs = ({ type, scriptId }: { type: string; scriptId: string }) =>
        scriptId !== driver && !type.startsWith('precandidate-');
      count += listeners.filter(isOurs).length;
    }
    return count;
  }

  /**
   * Presses the form's one button that tries again, if there is one, or does what the page does about a
   * session that has expired; `false`.
   */
  async retry(): Promise<false> {
    const { events } = await this.watched();
    const isExpired = events.at(-1)?.detail.includes('session-expired') === true;
    if (isExpired && this.#renewedAt !== events.length) {
      this.#renewedAt = events.length;
      await this.renewSession();
    }
    const retry = (await this.screen()).find(({ part }) => part === 'retry');
    // Not with the mouse: where the button has gone meanwhile, it would click what is below.
    const press = 'function () { this.focus(); this.click(); }';
    if (retry !== undefined) await this.call(retry.id, press).catch(() => {});
    return false;
  }

  async renewSession(): Promise<void> {
    const token = await this.stage.newToken(this.person);
    await this.page.evaluate((session) => {
      document.querySelector('main precandidate-form')?.setAttribute('session', session);
    }, token);
  }

  /** Submits without a network; once the element promises to send the data later, the page opens another form. */
  async replaceForm(submitId: number): Promise<void> {
    const [token = ''] = await this.stage.otherTokens(1);
    await this.page.context().setOffline(true);
    await this.click(submitId);
    const isPromised = async () => (await this.state()) === 'offline';
    if (!(await within(PROMISED_WITHIN_MS, isPromised))) return;
    this.isReplaced = true;
    await this.page.evaluate((session) => {
      const element = document.querySelector('main precandidate-form');
      if (element === null) return;
      if ('fetchSession' in element && element.id === 'sourced')
        element.fetchSession = async () => session;
      else element.setAttribute('session', session);
    }, token);
  }

  report(property: string, kind: string, expected: string, seen: string): void {
    this.trace.report({ property, kind, expected, seen });
  }

  /** What the page has complained of since, and values that its events carry. */
  async checkPage(hasFaults: boolean): Promise<void> {
    const { events } = await this.watched();
    const isLogged = hasFaults || events.some(({ name }) => name === 'problem');
    this.#hadFaults ||= hasFaults;
    for (const text of this.tab.complaints.splice(0)) {
      const kind = text.replaceAll(/[\d"“\n].*/gs, '').slice(0, 60);
      // The element tries several times, until after the fault.
      if (this.#hadFaults && text.includes(' cannot be loaded. ')) continue;
      if (!isLogged || /^exception|content security policy/i.test(text))
        this.report('f', kind, 'silence', text.slice(0, 800));
    }
    for (const { name, detail } of events)
      if (/quux|zyx|Trade \d|cv\d/i.test(detail))
        this.report('e', `a value in ${name}`, 'no value in an event', detail);
  }

  /** Lets the page do what it has put off for the next moments. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let turn = 0; turn < 3; turn += 1)
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    });
  }

  async focus(id: number): Promise<void> {
    await this.tab.wire.send('DOM.focus', { backendNodeId: id });
  }

  /** Clicks the middle of a node, which a person first scrolls out from under the bar at the top of the form. */
  async click(id: number): Promise<void> {
    const { wire } = this.tab;
    const center = "function () { this.scrollIntoView({ block: 'center', behavior: 'instant' }); }";
    await this.call(id, center);
    const { quads } = await wire.send('DOM.getContentQuads', { backendNodeId: id });
    const [x1 = 0, y1 = 0, , , x3 = 0, y3 = 0] = quads[0] ?? [];
    await this.page.mouse.click((x1 + x3) / 2, (y1 + y3) / 2);
  }

  /** Calls a function in the page with a node as `this`. */
  async call(id: number, code: string, value?: unknown): Promise<void> {
    const { wire } = this.tab;
    const { object } = await wire.send('DOM.resolveNode', { backendNodeId: id });
    await wire.send('Runtime.callFunctionOn', {
      objectId: object.objectId ?? '',
      functionDeclaration: code,
      arguments: [{ value }],
    });
  }

  async chooseFile(id: number, name: string): Promise<void> {
    mkdirSync(this.stage.folder, { recursive: true });
    const path = join(this.stage.folder, name);
    // The page may still be reading the same file.
    if (!existsSync(path)) writeFileSync(path, fileBytes(name));
    await this.tab.wire.send('DOM.setFileInputFiles', { files: [path], backendNodeId: id });
  }
}
