import type { Browser } from 'playwright';
import { noteFirstUsable } from './first-usable.ts';

/** A middling phone on a middling network. */
export const CONDITIONS = { cpuSlowdown: 4, downKbps: 1_600, upKbps: 750, latencyMs: 150 };

/** One load of one page with an empty cache. */
export interface Load {
  /** From the navigation to the first field that takes text, ms. */
  firstUsableMs: number;
  /** What came over the network until then, compressed, with headers. */
  bytes: number;
}

/** Loads `url` in a fresh profile under {@link CONDITIONS}. */
export async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', (event) => {
      bytes += event.encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: CONDITIONS.latencyMs,
      downloadThroughput: (CONDITIONS.downKbps * 1000) / 8,
      uploadThroughput: (CONDITIONS.upKbps * 1000) / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CONDITIONS.cpuSlowdown });
    await page.addInitScript(noteFirstUsable);
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(
      () => (globalThis as { firstUsable?: number }).firstUsable,
    );
    return { firstUsableMs: (await handle.jsonValue()) ?? Number.NaN, bytes };
  } finally {
    await context.close();
  }
}
