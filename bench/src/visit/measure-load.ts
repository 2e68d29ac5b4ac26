import { setTimeout as pause } from 'node:timers/promises';
import { pressKey, readWork, type Work } from './browser-session.ts';
import type { PageProbe } from './in-page.ts';
import type { Bytes } from './network-log.ts';
import type { OpenPage } from './open-page.ts';

/** From the navigation until the page is idle. */
export interface Load {
  /** Until the first text field was painted and took a key, ms. */
  usableMs: number;
  /** Until a character typed at that moment was painted, ms. */
  typedMs: number;
  /** That character was still there at the end. */
  kept: boolean;
  bytesUntilUsable: Bytes;
  bytes: Bytes;
  workUntilUsable: Work;
  work: Work;
  /** Total blocking time: the part over 50 ms of every long task, ms. */
  blockingMs: number;
  /** Sum of the layout shifts, those after the key included. */
  shift: number;
  /** JavaScript heap after a forced collection, bytes. */
  heap: number;
}

const LETTER = 'x';
/** A network that is idle for so long has finished. */
const NETWORK_IDLE_MS = 600;
const LOAD_TIMEOUT_MS = 60_000;

/** Opens `url` and types a letter as soon as a field takes it. */
export async function measureLoad(open: OpenPage, url: string): Promise<Load> {
  const { page, session, network, event } = open;
  await page.goto(url, { waitUntil: 'commit' });
  const usableMs = await event('usable');
  const bytesUntilUsable = network.bytes();
  const [workUntilUsable] = await Promise.all([readWork(session), pressKey(session, LETTER)]);
  const typedMs = await event('typed');
  await untilIdle(open);
  const work = await readWork(session);
  const probed = await page.evaluate(() => {
    const { bench } = globalThis as unknown as { bench: PageProbe };
    const text = bench.focusedText();
    return { text, shift: bench.layoutShift(), blockingMs: bench.blockingMs() };
  });
  return {
    usableMs,
    typedMs,
    kept: probed.text === LETTER,
    bytesUntilUsable,
    bytes: network.bytes(),
    workUntilUsable,
    work,
    blockingMs: probed.blockingMs,
    shift: probed.shift,
    heap: await heapOf(open),
  };
}

/** Waits until the network and the main thread are idle. */
async function untilIdle({ network, page }: OpenPage): Promise<void> {
  const deadline = performance.now() + LOAD_TIMEOUT_MS;
  do {
    await pause(50);
    if (performance.now() > deadline) throw new Error('the page does not become idle');
    if (network.idleMs() < NETWORK_IDLE_MS) continue;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  } while (network.idleMs() < NETWORK_IDLE_MS);
}

async function heapOf({ session }: OpenPage): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
