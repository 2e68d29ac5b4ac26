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
  form: /\/mount-form\.[^/]+\.js/,
  allButLoader: /\/widget\/.*\.js/,
  spanish: /\/i18n-es\.[^/]+\.js/,
};

/** A host's own web server and page, in front of a proxy and a sandbox. */
export interface HostStage {
  sandbox: Sandbox;
  proxy: Proxy;
  browser: Browser;
  /** Of the host's pages. */
  origin: string;
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

/** Starts everything before the tests of a file, and closes the pages after each test. */
export function openHost(): HostStage {
  const stage = {} as HostStage;
  let server: PageServer;
  before(async () => {
    server = await startPageServer();
    stage.origin = server.origin;
    stage.sandbox = await startSandbox();
    const settings = { ...proxySettings(stage.sandbox), ALLOWED_ORIGINS: server.origin };
    stage.proxy = await startProxy(settings, BUSY_MACHINE);
    stage.browser = await openBrowser();
  });
  after(async () => {
    await stage.browser.close();
    await stage.proxy.close();
    await stage.sandbox.close();
    await server.close();
  });
  afterEach(async () => {
    for (const context of stage.browser.contexts()) await context.close();
  });

  async function newPage(markup: string, policy?: string, held?: RegExp) {
    const context = await stage.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(recordViolations);
    const delay = held && delayRequests(held);
    await delay?.before(page);
    server.show(markup, policy);
    return { page, release: delay?.release ?? (() => {}) };
  }

  return Object.assign(stage, {
    async openMarkup(markup: string, policy?: string, prepare?: (page: Page) => Promise<unknown>) {
      const { page } = await newPage(markup, policy);
      await prepare?.(page);
      await page.goto(`${server.origin}/`);
      return page;
    },

    async open(view: HostView = {}) {
      const { url } = stage.proxy;
      const person = await newPrecandidate(url);
      const element = await elementFor(stage, person, view);
      const markup = `<!doctype html><html lang="es-PE"><title>Portal</title><main><h1>Portal</h1>${element}<p id="below">Abajo</p></main><script type="module" src="${url}/widget.js"></script></html>`;
      const { page, release } = await newPage(markup, view.policy, view.held);
      const bootstrapRequested = page.waitForRequest(/\/bootstrap$/);
      await page.goto(`${server.origin}/`, { waitUntil: 'commit' });
      return { page, person, bootstrapRequested, release };
    },

    async newSession({ person_id, precandidate_id }: Precandidate, request: object = {}) {
      const body = {
        person_id,
        form_id: precandidate_id,
        locale: 'es-PE',
        html: false,
        ...request,
      };
      const response = await requestProxy(stage.proxy.url, PATHS.sessions, { body });
      if (!response.ok) throw new Error(`${PATHS.sessions} responded ${response.status}`);
      return (await response.json()) as Session;
    },
  });
}

async function elementFor(
  stage: HostStage,
  person: Precandidate,
  { isPrerendered = false, nonce, attributes = '' }: HostView,
): Promise<string> {
  const request = { html: isPrerendered, nonce };
  const { token, html } = await untilPrerendered(
    () => stage.newSession(person, request),
    (session) => !isPrerendered || session.html !== undefined,
  );
  return html ?? `<precandidate-form session="${token}" ${attributes}></precandidate-form>`;
}

export interface PageServer {
  origin: string;
  /** Responds to every request with this page. */
  show(markup: string, policy?: string): void;
  close(): Promise<void>;
}

/** A web server of the host, which shows one page at a time. */
export async function startPageServer(): Promise<PageServer> {
  let page = '';
  let headers: Record<string, string> = {};
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(markup, policy) {
      page = markup;
      headers = policy === undefined ? {} : { 'content-security-policy': policy };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
