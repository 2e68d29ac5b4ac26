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
  /** The ms of what the page tells for the `nth` time; rejects after {@link LONGEST_WAIT_MS}. */
  told(what: Told['what'], nth?: number): Promise<number>;
  close(): Promise<void>;
}

/** Longest wait for one thing a page should do. */
const LONGEST_WAIT_MS = 60_000;

/** Opens an empty page that will tell of itself. `error` as in {@link watchPage}. */
export async function openPage(browser: Browser, error: string | undefined): Promise<OpenPage> {
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
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: CONDITIONS.latencyMs,
    downloadThroughput: (CONDITIONS.downKbps * 1_000) / 8,
    uploadThroughput: (CONDITIONS.upKbps * 1_000) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CONDITIONS.cpuSlowdown });
  const told = await listenTo(session);
  await page.addInitScript(`(${watchPage})((${findFields})(), ${JSON.stringify(error ?? null)})`);
  return { page, session, network, told, close: () => context.close() };
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
  return (what, nth = 1) => inTime(promised(`${what} ${nth}`).promise, what);
}

async function inTime(promise: Promise<number>, what: string): Promise<number> {
  const giveUp = new AbortController();
  const late = pause(LONGEST_WAIT_MS, undefined, { signal: giveUp.signal, ref: false }).then(() => {
    throw new Error(`not ${what} after ${LONGEST_WAIT_MS / 1_000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    giveUp.abort();
  }
}
