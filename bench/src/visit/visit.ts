import type { Browser } from 'playwright';
import { measureEarlyKeys, measureKeys, measureRefusal, type Keys } from './measure-keys.ts';
import { measureLoad, type Load } from './measure-load.ts';
import { openPage, type OpenPage, type PageTarget } from './open-page.ts';

/** What to measure besides the load. */
export interface Extent {
  /** Keys in the first two seconds, in a second page. */
  earlyKeys: boolean;
  /** Keys in the middle of the form, and the error after a click on the button. */
  keys: boolean;
}

/** One contestant in one round. */
export interface Visit {
  load: Load;
  keys?: Keys;
  /** From each early key to its paint, ms. */
  earlyKeysMs?: number[];
  refusalMs?: number;
}

/** Opens a page with empty caches and measures it. */
export async function visit(browser: Browser, target: PageTarget, extent: Extent): Promise<Visit> {
  const result = await onPage(browser, target, async (open): Promise<Visit> => {
    const load = await measureLoad(open, target.url);
    if (!extent.keys) return { load };
    const keys = await measureKeys(open);
    return { load, keys, refusalMs: await measureRefusal(open, target.submit) };
  });
  if (!extent.earlyKeys) return result;
  const earlyKeysMs = await onPage(browser, target, (open) => measureEarlyKeys(open, target.url));
  return { ...result, earlyKeysMs };
}

async function onPage<Result>(
  browser: Browser,
  { error }: PageTarget,
  work: (open: OpenPage) => Promise<Result>,
): Promise<Result> {
  const open = await openPage(browser, { error });
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}
