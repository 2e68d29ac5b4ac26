import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { Contestant } from '../contestants/contestant.ts';
import { findFields, observePage, type PageEvent } from './in-page.ts';
import { NetworkLog } from './network-log.ts';

/** A mid-range phone on a mid-range network. */
export const CONDITIONS = {
  cpuSlowdown: 4,
  downKbps: 1_600,
  upKbps: 750,
  latencyMs: 150,
  viewport: { width: 390, height: 844 },
};

/** An empty page in a fresh browser profile, with its observers. */
export interface OpenPage {
  page: Page;
  session: CDPSession;
  network: NetworkLog;
  /**
   * Resolves to the ms of the `nth` event of a kind (default: the first). Rejects when it does not
   * come `within` so many ms (default: a minute).
   */
  event(what: PageEvent['what'], options?: { nth?: number; within?: number }): Promise<number>;
  close(): Promise<void>;
}

const EVENT_TIMEOUT_MS = 60_000;

interface Options {
  /** As in {@link observePage}. */
  error?: string | undefined;
  /** Under {@link CONDITIONS} (the default), or at this machine's full speed. */
  isThrottled?: boolean;
}

export async function openPage(
  browser: Browser,
  { error, isThrottled = true }: Options,
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: CONDITIONS.viewport,
    hasTouch: true,
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const network = new NetworkLog();
  await network.listen(session);
  await session.send('Performance.enable');
  if (isThrottled) await throttle(session);
  const event = await receiveEvents(session);
  const content = `(${observePage})((${findFields})(), ${JSON.stringify(error ?? null)})`;
  await page.addInitScript({ content });
  return { page, session, network, event, close: () => context.close() };
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: CONDITIONS.latencyMs,
    downloadThroughput: (CONDITIONS.downKbps * 1_000) / 8,
    uploadThroughput: (CONDITIONS.upKbps * 1_000) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CONDITIONS.cpuSlowdown });
}

async function receiveEvents(session: CDPSession): Promise<OpenPage['event']> {
  const promises = new Map<string, PromiseWithResolvers<number>>();
  const counts: Partial<Record<PageEvent['what'], number>> = {};
  const promiseOf = (key: string) => {
    const promise = promises.get(key) ?? Promise.withResolvers<number>();
    promises.set(key, promise);
    return promise;
  };
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const { what, ms } = JSON.parse(payload) as PageEvent;
    const nth = (counts[what] ?? 0) + 1;
    counts[what] = nth;
    promiseOf(`${what} ${nth}`).resolve(ms);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'notifyBench' });
  return async (what, { nth = 1, within = EVENT_TIMEOUT_MS } = {}) => {
    const timer = new AbortController();
    const timeout = pause(within, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new Error(`no ${what} after ${within / 1_000} s`);
    });
    timeout.catch(() => {});
    try {
      return await Promise.race([promiseOf(`${what} ${nth}`).promise, timeout]);
    } finally {
      timer.abort();
    }
  };
}

/** A contestant's page with its address. */
export interface PageTarget extends Pick<Contestant, 'submit' | 'error'> {
  url: string;
}

/** Opens a page once at this machine's full speed, which warms up the servers. */
export async function warmUp(browser: Browser, { url }: PageTarget): Promise<void> {
  const { page, event, close } = await openPage(browser, { isThrottled: false });
  await page.goto(url, { waitUntil: 'load' });
  await event('usable');
  await close();
}
