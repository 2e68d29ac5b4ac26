import type { BrowserDriver, ElementRef } from './browser-driver.ts';

/** How long something may take to appear on a busy machine. */
const LIMIT_MS = 5 * 60_000;

type Role = 'textbox' | 'button' | 'link' | 'heading' | 'option';

/** What a candidate sees and does, in any engine. Everything is found by its visible text. */
export class Candidate {
  readonly driver: BrowserDriver;

  constructor(driver: BrowserDriver) {
    this.driver = driver;
  }

  /** Waits until the element's `state` is one of `states`. */
  async isInState(...states: string[]): Promise<void> {
    await this.#until(`state ${states.join(' or ')}`, async () => {
      const state = await this.driver.evaluate(stateOfElement);
      return states.includes(state) ? true : undefined;
    });
  }

  async heading(name: string): Promise<void> {
    await this.#find('heading', name);
  }

  /** Types into the field with this label, key by key. */
  async type(label: string, text: string): Promise<void> {
    await this.driver.type(await this.#find('textbox', label), text);
  }

  /** Waits until the field with this label holds `value`. */
  async holds(label: string, value: string): Promise<void> {
    await this.#find('textbox', label);
    await this.#until(`${label}: ${value}`, async () => {
      const current = await this.driver.evaluate(valueOf, label);
      return current === value ? true : undefined;
    });
  }

  async shows(role: Role, name: string): Promise<void> {
    await this.#find(role, name);
  }

  async press(role: 'button' | 'link' | 'option', name: string): Promise<void> {
    await this.driver.click(await this.#find(role, name));
  }

  /** Waits until the focus is on something whose label or text begins with `text`. */
  async focusOn(text: string): Promise<void> {
    await this.#until(`focus on ${text}`, async () => {
      const focused = await this.driver.evaluate(textOfFocus);
      return focused.startsWith(text) ? true : undefined;
    });
  }

  /** Waits until `script` returns something truthy in the page. */
  async waitFor(what: string, script: () => unknown): Promise<void> {
    await this.#until(what, async () => ((await this.driver.evaluate(script)) ? true : undefined));
  }

  #find(role: Role, name: string): Promise<ElementRef> {
    return this.#until(`${role} ${name}`, async () => {
      return (await this.driver.find(findByText, role, name)) ?? undefined;
    });
  }

  async #until<Found>(what: string, check: () => Promise<Found | undefined>): Promise<Found> {
    const deadline = performance.now() + LIMIT_MS;
    for (;;) {
      const found = await check();
      if (found !== undefined) return found;
      if (performance.now() > deadline) {
        const shown = await this.driver.evaluate(visibleText);
        throw new Error(`${what} did not appear; the page shows: ${shown}`);
      }
      await this.driver.evaluate(nextFrame);
    }
  }
}

// The functions below run in the page, so each is self-contained.

function nextFrame(): Promise<null> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
}

function visibleText(): string {
  const element = document.querySelector('precandidate-form') as
    (HTMLElement & { state?: string }) | null;
  const text = [...(element?.shadowRoot?.children ?? [])].map((each) =>
    (each as HTMLElement).innerText.trim(),
  );
  return `[${element?.state}] ${text.join(' | ')}`;
}

function stateOfElement(): string {
  const element = document.querySelector('precandidate-form') as { state?: string } | null;
  return element?.state ?? '';
}

function textOfFocus(): string {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const label = active instanceof HTMLInputElement ? active.labels?.[0] : active;
  return label?.textContent?.trim() ?? '';
}

function findByText(role: string, name: string): HTMLElement | null {
  const selectors: Record<string, string> = {
    textbox: 'label',
    button: 'button',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    option: '[role="option"]',
  };
  const roots = [document, document.querySelector('precandidate-form')?.shadowRoot];
  const found = roots
    .flatMap((root) => [...(root?.querySelectorAll<HTMLElement>(selectors[role] ?? role) ?? [])])
    .find((each) => each.checkVisibility() && each.innerText.split('\n')[0]?.trim() === name);
  return found instanceof HTMLLabelElement ? found.control : (found ?? null);
}

function valueOf(label: string): string | null {
  const root = document.querySelector('precandidate-form')?.shadowRoot;
  const found = [...(root?.querySelectorAll('label') ?? [])].find(
    (each) => each.checkVisibility() && each.innerText.split('\n')[0]?.trim() === label,
  );
  return found?.control instanceof HTMLInputElement ? found.control.value : null;
}
