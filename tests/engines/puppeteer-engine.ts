import puppeteer, { type ElementHandle, type Page, type SupportedBrowser } from 'puppeteer-core';
import type { BrowserDriver, Engine } from './browser-driver.ts';

const VIEWPORT = { width: 390, height: 844 };
/** How long a busy machine may take to start the browser, and to load a page. */
export const LIMIT_MS = 5 * 60_000;

/** Chromium or Firefox over WebDriver BiDi or the DevTools protocol. */
export async function startPuppeteerEngine(
  browserName: SupportedBrowser,
  executablePath: string,
): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: browserName,
    executablePath,
    headless: true,
    timeout: LIMIT_MS,
    args: browserName === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-quic'] : [],
  });
  return {
    async newPage() {
      const context = await browser.createBrowserContext();
      const openPage = async (url: string): Promise<Page> => {
        const page = await context.newPage();
        page.setDefaultTimeout(LIMIT_MS);
        await page.setViewport(VIEWPORT);
        await page.goto(url);
        return page;
      };
      let page: Page;
      return {
        async open(url) {
          page = await openPage(url);
        },
        async openTab(url) {
          page = await openPage(url);
        },
        async reload() {
          await page.reload();
        },
        async leaveAndReturn() {
          await page.goto('about:blank');
          await page.goBack();
        },
        evaluate: (script, ...args) => page.evaluate(script as never, ...(args as never[])),
        async find(script, ...args) {
          const handle = await page.evaluateHandle(script as never, ...(args as never[]));
          return (handle as { asElement(): unknown }).asElement();
        },
        click: (element) => (element as ElementHandle<Element>).click(),
        async type(element, text) {
          await (element as ElementHandle<Element>).click();
          await page.keyboard.type(text);
        },
        press: (key) => page.keyboard.press(key),
        close: () => context.close(),
      } satisfies BrowserDriver;
    },
    close: () => browser.close(),
  };
}
