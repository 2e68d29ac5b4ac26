import type { Browser, Page } from 'playwright';
import type { Contestant } from '../contestants/contestant.ts';
import { openPage } from '../visit/open-page.ts';

/** Whose page is looked at, and where it is. */
export interface Seen extends Pick<Contestant, 'submit' | 'error'> {
  url: string;
}

/** An opened page. */
interface Unhurried {
  page: Page;
  /** Whether a text field took the focus within the time. */
  isUsable: boolean;
  /** Presses the button; whether an error was on the screen within the time. */
  refuses(): Promise<boolean>;
  close(): Promise<void>;
}

const PATIENCE_MS = 8_000;

/** Opens a page at the full speed of this machine; `before` is done before anything of it runs. */
export async function openUnhurried(
  browser: Browser,
  { url, error, submit }: Seen,
  before?: (page: Page) => Promise<unknown>,
): Promise<Unhurried> {
  const open = await openPage(browser, { error, isSlow: false });
  const { page } = open;
  await before?.(page);
  await page.goto(url, { waitUntil: 'load' });
  return {
    page,
    isUsable: await isTrue(open.told('usable', { within: PATIENCE_MS })),
    async refuses() {
      try {
        await page.locator(submit).last().click({ timeout: PATIENCE_MS });
      } catch {
        return false;
      }
      return isTrue(open.told('error', { within: PATIENCE_MS }));
    },
    close: open.close,
  };
}

async function isTrue(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
