import type { Browser } from 'playwright';
import type { Contestant } from '../contestants/contestant.ts';
import { measureLoad } from './measure-load.ts';
import type { Exchange } from './network-log.ts';
import { openPage } from './open-page.ts';

/** How a page came about; times in ms since the navigation. */
export interface Trace {
  exchanges: Exchange[];
  marks: { what: string; ms: number }[];
}

/** Opens `url` once, as a measured load does. */
export async function trace(
  browser: Browser,
  { error }: Pick<Contestant, 'error'>,
  url: string,
): Promise<Trace> {
  const open = await openPage(browser, { error });
  try {
    const { usableMs, typedMs } = await measureLoad(open, url);
    const paints = await open.page.evaluate(() =>
      performance
        .getEntriesByType('paint')
        .map(({ name, startTime }) => ({ what: name, ms: startTime })),
    );
    const marks = [
      ...paints,
      { what: 'first field usable', ms: usableMs },
      { what: 'first character painted', ms: typedMs },
    ];
    return { exchanges: open.network.exchanges(), marks };
  } finally {
    await open.close();
  }
}
