import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { CONDITIONS } from './conditions.ts';
import { findFields } from '../in-page/find-fields.ts';
import type { Told } from '../in-page/told.ts';
import { watchPage } from '../in-page/watch-page.ts';
import { NetworkLog } from './network-log.ts';

/** A page nobody has been on, under {@link CONDITIONS}, and those who watch it. */
export interface OpenPage {
  page: Page;
  session: CDPSession;
  network: NetworkLog;
  /**
   * The ms of what the page tells for the `nth` time (the first); rejects when it was not told
   * `within` so many ms (a minute).
   */
  told(what: Told['what'], wanted?: { nth?: number; within?: number }): Promise<number>;
  close(): Promise<void>;
}

const LONGEST_WAIT_MS = 60_000;

/** How a page is opened. */
export interface Opening {
  /** As in {@link watchPage}. */
  error?: string | undefined;
  /** Under {@link CONDITIONS} (the default), or as fast as this machine is. */
  isSlow?: boolean;
}

/** Opens an empty page that will tell of itself. */
export async function openPage(
  browser: Browser,
  { error, isSlow = true }: Opening,
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
  if (isSlow) await slowDown(session);
  const told = await listenTo(session);
  const text = `(${watchPage})((${findFields})(), ${JSON.stringify(error ?? null)})`;
  await page.addInitScript({ content: text });
  return { page, session, network, told, close: () => context.close() };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: CONDITIONS.latencyMs,
    downloadThroughput: (CONDITIONS.downKbps * 1_000) / 8,
    uploadThroughput: (CONDITIONS.upKbps * 1_000) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CONDITIONS.cpuSlowdown });
}

async function listenTo(session: CDPSession): Promise<OpenPage['told']> {
  const awaited = new Map<string, PromiseWithResolvers<number>>();
  const counts: Partial<Record<Told['what'], number>> = {};
  const promised = (what: string) => {
    const known = awaited.get(what) ?? Promise.withResolvers<number>();
    awaited.set(what, known);
    return known;
  };
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const { what, ms } = JSON.parse(payload) as Told;
    const nth = (counts[what] ?? 0) + 1;
    counts[what] = nth;
    promised(`${what} ${nth}`).resolve(ms);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tell' });
  return (what, { nth = 1, within = LONGEST_WAIT_MS } = {}) =>
    inTime(promised(`${what} ${nth}`).promise, { what, within });
}

async function inTime(
  promise: Promise<number>,
  { what, within }: { what: string; within: number },
): Promise<number> {
  const giveUp = new AbortController();
  const late = pause(within, undefined, { signal: giveUp.signal, ref: false }).then(() => {
    throw new Error(`no ${what} after ${within / 1_000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    giveUp.abort();
  }
}
