import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';
import type { FirefoxStage } from './open-firefox.ts';

/** How long something may take to come about, in ms. */
const LIMIT = 10_000;

type Role = 'textbox' | 'button' | 'link' | 'heading' | 'option';

/** A candidate's page in Firefox: what it shows, and what one does there. */
export class FirefoxCandidate {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens a page of the portal on a phone; each has storage of its own. */
  static async open({ browser, portal }: FirefoxStage, path: string): Promise<FirefoxCandidate> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 390, height: 844 });
    await page.goto(portal.url + path);
    return new FirefoxCandidate(page);
  }

  async close(): Promise<void> {
    await this.page.browserContext().close();
  }

  /** Waits until the element is in a state, by what style sheets see of it. */
  async isInState(state: string): Promise<void> {
    await this.page.waitForSelector(`precandidate-form:state(${state})`, { timeout: LIMIT });
  }

  /** Waits for the heading of a card or of the error summary. */
  async heading(name: string): Promise<void> {
    await this.#find('heading', name);
  }

  /** Types into the field with this label, key by key. */
  async type(label: string, text: string): Promise<void> {
    const field = await this.#find('textbox', label);
    await field.click();
    await field.type(text);
  }

  async valueOf(label: string): Promise<string> {
    const field = await this.#find('textbox', label);
    return field.evaluate((found) => (found as HTMLInputElement).value);
  }

  async press(role: 'button' | 'link' | 'option', name: string): Promise<void> {
    await (await this.#find(role, name)).click();
  }

  async key(key: KeyInput): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** The words of what has the focus: a field's label, else its own text. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const label = active instanceof HTMLInputElement ? active.labels?.[0] : active;
      return label?.textContent?.trim() ?? '';
    });
  }

  /** Waits for what is called so; asked once a frame, in the page and in the element. */
  async #find(role: Role, name: string): Promise<ElementHandle<HTMLElement>> {
    const deadline = performance.now() + LIMIT;
    for (;;) {
      const handle = await this.page.evaluateHandle(named, role, name);
      const found = handle.asElement();
      if (found !== null) return found as ElementHandle<HTMLElement>;
      if (performance.now() > deadline) throw new Error(`no ${role} is called ${name}`);
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
}

/** Runs in the page: Firefox finds nothing by its role inside of shadow roots. */
function named(role: Role, name: string): HTMLElement | null {
  const selectors = {
    textbox: 'label',
    button: 'button',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    option: '[role="option"]',
  };
  // What only assistive technology gets, such as “optional”, is no part of a name here.
  const wordsOf = (each: HTMLElement) => (each.innerText.split('\n')[0] ?? '').trim();
  const roots = [document, document.querySelector('precandidate-form')?.shadowRoot];
  const found = roots
    .flatMap((root) => [...(root?.querySelectorAll<HTMLElement>(selectors[role]) ?? [])])
    .find((each) => each.checkVisibility() && wordsOf(each) === name);
  return found instanceof HTMLLabelElement ? found.control : (found ?? null);
}
