import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { Precandidate, Session } from 'precandidate-contract';
import type { Browser, Page } from 'playwright';
import { askProxy } from './ask-proxy.ts';
import { assertAccessible } from './assert-accessible.ts';
import { openBrowser } from './open-browser.ts';
import { openService } from './open-service.ts';

/** A candidate at a host's page, in a browser that runs no script. */
export interface PlainCandidate {
  page: Page;
  record: Precandidate;
  form_id: string;
  /** The same page once more, with a session of its own. */
  reopen(): Promise<void>;
}

export interface PlainView {
  /** Default `es-PE`. */
  locale?: string;
  /** Of the window, in px; default 390. */
  width?: number;
}

/**
 * A service, its proxy with settings besides, and a host that pastes what it was given, under a policy
 * that allows no script at all; for the tests of one file.
 */
export async function openPlainHost(env: Record<string, string> = {}) {
  const pages = new Map<string, string>();
  const host = createServer((request, response) => {
    const { url: proxy } = service.proxy;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${proxy}; form-action ${proxy}`,
    });
    response.end(pages.get(request.url ?? ''));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  // Another site than the proxy's: its cookies are not this page's.
  const origin = `http://localhost:${(host.address() as AddressInfo).port}`;
  const service = openService({ ALLOWED_ORIGINS: origin, ...env });
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    host.close();
  });

  /** What draws starts with the first form, and a session does not wait for it: then the next one does. */
  async function mintDrawn(body: object): Promise<string> {
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await askProxy(service.proxy.url, '/sessions', { body });
      const { html } = (await answer.json()) as Session;
      if (html !== undefined) return html;
    }
    throw new Error('the form was not drawn');
  }

  return {
    service,

    /** A new candidate, at the page of the form. */
    async open(
      pipeline_name: string,
      { locale = 'es-PE', width = 390 }: PlainView = {},
    ): Promise<PlainCandidate> {
      const created = await askProxy(service.proxy.url, '/precandidate', {
        body: {
          country_code: 'PE',
          pipeline_name,
          email: 'ana@example.com',
          phone: '+51999888777',
        },
      });
      const record = (await created.json()) as Precandidate;
      const { person_id, precandidate_id: form_id } = record;
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ javaScriptEnabled: false, viewport, locale });
      const page = await context.newPage();
      const reopen = async (): Promise<void> => {
        const html = await mintDrawn({ person_id, form_id, origin, locale });
        pages.set(
          `/${form_id}`,
          `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>Host</title><main><h1>Host</h1>${html}</main></html>`,
        );
        await page.goto(`${origin}/${form_id}`);
      };
      await reopen();
      return { page, record, form_id, reopen };
    },

    /** axe needs scripts: it looks at the same page where they run, and there are none to run but its own. */
    async assertAccessibleAsIs(page: Page, state: string): Promise<void> {
      const context = await browser.newContext({ viewport: page.viewportSize() });
      const other = await context.newPage();
      if (page.url().startsWith(origin)) {
        const { pathname } = new URL(page.url());
        // What stands there for browsers without scripts would not be seen.
        pages.set('/seen', (pages.get(pathname) ?? '').replaceAll('noscript>', 'div>'));
        await other.goto(`${origin}/seen`);
      } else await other.setContent(await page.content());
      await assertAccessible(other, state);
      await context.close();
    },
  };
}

/** Whether a page has to be scrolled sideways. */
export const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Presses the button that sends the form. */
export const sendPlainly = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Enviar|Send)$/ }).click();
