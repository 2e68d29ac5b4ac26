import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before } from 'node:test';
import type { Browser, Page } from 'playwright';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';
import { delayRequests, openBrowser, recordViolations } from './browser.ts';
import {
  BUSY_MACHINE,
  newPrecandidate,
  proxySettings,
  requestProxy,
  untilPrerendered,
} from './service.ts';

/** Files of the widget, for {@link HostView.held} and `page.route`. */
export const CHUNKS = {
  element: /\/element\.[^/]+\.js/,
  form: /\/form-app\.[^/]+\.js/,
  allButLoader: /\/widget\/.*\.js/,
  spanish: /\/i18n-es\.[^/]+\.js/,
};

/** A host's own web server and page, in front of a proxy and a sandbox. */
export interface HostStage {
  sandbox: Sandbox;
  proxy: Proxy;
  browser: Browser;
  server: PageServer;
  /** Of the host's pages. */
  origin: string;
  /** A page in `lang` with this body and the element's script. */
  pageOf(body: string, lang?: string): string;
  /** The element's markup for the form of `person`: prerendered, or a bare element. */
  elementFor(person: Precandidate, view?: HostView): Promise<string>;
  /** Opens a page with this markup. `prepare` gets the empty page. */
  openMarkup(
    markup: string,
    policy?: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Page>;
  /** Opens a page with the element, above a line of the host's own. */
  open(view?: HostView): Promise<HostPage>;
  /** A session for the form of `person`. */
  newSession(person: Precandidate, request?: object): Promise<Session>;
}

export interface HostPage {
  page: Page;
  person: Precandidate;
  /** Resolves when the loader requests the bootstrap. */
  bootstrapRequested: Promise<unknown>;
  /** Lets the held files arrive. */
  release: () => void;
}

export interface HostView {
  /** Of the session; default `es-PE`. */
  lang?: string;
  /** Of the session. */
  ui_schema?: object | undefined;
  /** The prerendered form that the proxy returns to the host's back end; otherwise a bare element. */
  isPrerendered?: boolean;
  /** Further attributes of a bare element. */
  attributes?: string;
  /** Of the page's policy; the prerendered form then has inline styles. */
  nonce?: string;
  /** The page's `Content-Security-Policy`. */
  policy?: string;
  /** Files of the proxy that do not arrive before {@link HostPage.release}. */
  held?: RegExp;
}

export interface HostOptions {
  /** Settings of the proxy, beside those that every test needs. */
  env?: () => Promise<Record<string, string>>;
  /** Default `true`; other engines bring their own. */
  hasBrowser?: boolean;
}

/** Starts everything before the tests of a file, and closes the pages after each test. */
export function openHost({ env, hasBrowser = true }: HostOptions = {}): HostStage {
  const stage = {} as HostStage;
  before(async () => {
    stage.server = await startPageServer();
    stage.origin = stage.server.origin;
    stage.sandbox = await startSandbox();
    const settings = { ...proxySettings(stage.sandbox), ALLOWED_ORIGINS: stage.origin };
    stage.proxy = await startProxy({ ...settings, ...(await env?.()) }, BUSY_MACHINE);
    if (hasBrowser) stage.browser = await openBrowser();
  });
  after(async () => {
    await stage.browser?.close();
    await stage.proxy.close();
    await stage.sandbox.close();
    await stage.server.close();
  });
  afterEach(async () => {
    for (const context of stage.browser?.contexts() ?? []) await context.close();
  });

  async function newPage(markup: string, policy?: string, held?: RegExp) {
    const context = await stage.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(recordViolations);
    const delay = held && delayRequests(held);
    await delay?.before(page);
    stage.server.show(markup, policy);
    return { page, release: delay?.release ?? (() => {}) };
  }

  return Object.assign(stage, {
    pageOf: (body: string, lang = 'es-PE') =>
      `<!doctype html><html lang="${lang}"><title>Portal</title>${body}<script type="module" src="${stage.proxy.url}/widget.js"></script></html>`,

    async openMarkup(markup: string, policy?: string, prepare?: (page: Page) => Promise<unknown>) {
      const { page } = await newPage(markup, policy);
      await prepare?.(page);
      await page.goto(`${stage.origin}/`);
      return page;
    },

    async open(view: HostView = {}) {
      const person = await newPrecandidate(stage.proxy.url);
      const element = await stage.elementFor(person, view);
      const markup = stage.pageOf(`<main><h1>Portal</h1>${element}<p id="below">Abajo</p></main>`);
      const { page, release } = await newPage(markup, view.policy, view.held);
      const bootstrapRequested = page.waitForRequest(/\/bootstrap$/);
      await page.goto(`${stage.origin}/`, { waitUntil: 'commit' });
      return { page, person, bootstrapRequested, release };
    },

    async newSession({ person_id, precandidate_id: form_id }: Precandidate, request: object = {}) {
      const body = { person_id, form_id, locale: 'es-PE', html: false, ...request };
      const response = await requestProxy(stage.proxy.url, PATHS.sessions, { body });
      if (!response.ok) throw new Error(`${PATHS.sessions} responded ${response.status}`);
      return (await response.json()) as Session;
    },

    async elementFor(
      person: Precandidate,
      { lang = 'es-PE', isPrerendered = false, nonce, ui_schema, attributes = '' }: HostView = {},
    ) {
      const { token, html } = await untilPrerendered(
        () => stage.newSession(person, { locale: lang, html: isPrerendered, nonce, ui_schema }),
        (session) => !isPrerendered || session.html !== undefined,
      );
      return html ?? `<precandidate-form session="${token}" ${attributes}></precandidate-form>`;
    },
  });
}

/** A response of the host's server; a function makes the body for each request. */
export interface HostResponse {
  body: string | (() => Promise<string>);
  /** Default HTML. */
  type?: string;
  policy?: string | undefined;
}

export interface PageServer {
  origin: string;
  /** Responds to every request with this page, except to those for {@link serve}. */
  show(markup: string, policy?: string): void;
  serve(path: string, response: HostResponse): void;
  close(): Promise<void>;
}

/** A web server of the host. */
export async function startPageServer(): Promise<PageServer> {
  let shown: HostResponse = { body: '' };
  const others = new Map<string, HostResponse>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const { body, type = 'text/html; charset=utf-8', policy } = others.get(pathname) ?? shown;
    const text = typeof body === 'string' ? body : await body();
    const headers = policy === undefined ? {} : { 'content-security-policy': policy };
    response.writeHead(200, { 'content-type': type, ...headers }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(body, policy) {
      shown = { body, policy };
    },
    serve: (path, response) => void others.set(path, response),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
