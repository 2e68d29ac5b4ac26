import type { Browser } from 'playwright';
import type { Contestant } from '../contestants/contestant.ts';
import { measureKeys, type Keys } from './measure-keys.ts';
import { measureLoad, type Load } from './measure-load.ts';
import { measureRefusal } from './measure-refusal.ts';
import { openPage } from './open-page.ts';

/** One visit of one page. */
export interface Visit {
  load: Load;
  keys?: Keys;
  /** ms; absent where it was not asked for. */
  refusalMs?: number;
}

/** Opens `url` with nothing in any cache; `further` goes on to type and to press the button. */
export async function visit(
  browser: Browser,
  { error, submit }: Pick<Contestant, 'error' | 'submit'>,
  { url, further }: { url: string; further: boolean },
): Promise<Visit> {
  const open = await openPage(browser, { error });
  try {
    const load = await measureLoad(open, url);
    if (!further) return { load };
    return {
      load,
      keys: await measureKeys(open),
      refusalMs: await measureRefusal(open, submit),
    };
  } finally {
    await open.close();
  }
}
