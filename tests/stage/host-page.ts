import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Route } from 'playwright';
import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { recordViolations } from './candidate.ts';
import { requestProxy } from './service.ts';

/** A host's web server: it answers the page that was opened last. */
export interface Host {
  origin: string;
  show: (body: string, policy: string | undefined) => void;
  close: () => Promise<void>;
}

export async function startHost(): Promise<Host> {
  let page = '';
  let headers: Record<string, string> = {};
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (body, policy) => {
      page = body;
      headers = policy === undefined ? {} : { 'content-security-policy': policy };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A host's page that was just opened. */
export interface HostPage {
  page: Page;
  person: Precandidate;
  /** Resolves once the loader has asked for the bootstrap. */
  asked: Promise<unknown>;
  /** Lets the files go that were held back. */
  release: () => void;
}

/** How the host's page is. */
export interface HostView {
  /** The form as the back end got it from the proxy; else a bare element. */
  isPrerendered?: boolean;
  /** What a bare element has beside its session. */
  attributes?: string;
  /** Of its policy, where the form comes with its styles. */
  nonce?: string;
  /** Its `Content-Security-Policy`. */
  policy?: string;
  /** Files of the proxy that do not come before {@link HostPage.release}. */
  held?: RegExp;
}

/** Opens a page with the element in it, above a line of the host's own. */
export async function openHostPage(
  browser: Browser,
  host: Host,
  proxyUrl: string,
  view: HostView = {},
): Promise<HostPage> {
  const person = await ask<Precandidate>(proxyUrl, PATHS.precandidates, {
    country_code: 'PE',
    pipeline_name: 'peru_basic',
    email: 'ana@example.com',
  });
  const element = await elementFor(proxyUrl, person, view);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(recordViolations);
  host.show(
    `<!doctype html><html lang="es-PE"><title>Portal</title><main><h1>Portal</h1>${element}<p id="below">Abajo</p></main><script type="module" src="${proxyUrl}/widget.js"></script></html>`,
    view.policy,
  );
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = async (route: Route) => {
    await released;
    await route.continue();
  };
  if (view.held) await page.route(view.held, hold);
  const asked = page.waitForRequest(/\/bootstrap$/);
  await page.goto(`${host.origin}/`, { waitUntil: 'commit' });
  return { page, person, asked, release };
}

async function elementFor(
  proxyUrl: string,
  { person_id, precandidate_id }: Precandidate,
  { isPrerendered = false, nonce, attributes = '' }: HostView,
): Promise<string> {
  const wish = { person_id, form_id: precandidate_id, locale: 'es-PE', html: isPrerendered, nonce };
  let session = await ask<Session>(proxyUrl, PATHS.sessions, wish);
  // A form that is not drawn in time is left to its page; a busy machine is not what is tested.
  for (let tries = 1; isPrerendered && session.html === undefined && tries < 10; tries += 1)
    session = await ask<Session>(proxyUrl, PATHS.sessions, wish);
  return (
    session.html ??
    `<precandidate-form session="${session.token}" ${attributes}></precandidate-form>`
  );
}

async function ask<Body>(proxyUrl: string, path: string, body: unknown): Promise<Body> {
  const response = await requestProxy(proxyUrl, path, { body });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Body;
}
