import { setTimeout as pause } from 'node:timers/promises';
import type { Watch } from '../in-page/watch-page.ts';
import { readWork, type Work } from './main-thread.ts';
import type { Bytes } from './network-log.ts';
import type { OpenPage } from './open-page.ts';
import { pressKey } from './press-key.ts';

/** From the navigation until nothing happens any more. */
export interface Load {
  /** Until the first text field was painted and took a key, ms. */
  usableMs: number;
  /** Until a character typed at that moment was painted, ms. */
  typedMs: number;
  /** That character was still there in the end. */
  kept: boolean;
  bytesUntilUsable: Bytes;
  bytes: Bytes;
  workUntilUsable: Work;
  work: Work;
  /** Sum of the layout shifts, those after the key too. */
  shift: number;
  /** JavaScript heap after a forced collection, bytes. */
  heap: number;
}

const LETTER = 'x';
/** A network at rest for so long has nothing more to bring. */
const QUIET_MS = 600;
const LONGEST_LOAD_MS = 60_000;

/** Opens `url` and types a letter as soon as a field takes it. */
export async function measureLoad(open: OpenPage, url: string): Promise<Load> {
  const { page, session, network, told } = open;
  await page.goto(url, { waitUntil: 'commit' });
  const usableMs = await told('usable');
  const bytesUntilUsable = network.bytes();
  const [workUntilUsable] = await Promise.all([readWork(session), pressKey(session, LETTER)]);
  const typedMs = await told('typed');
  await rest(open);
  const work = await readWork(session);
  const { text, shift } = await page.evaluate(() => {
    const { bench } = globalThis as unknown as { bench: Watch };
    return { text: bench.focusedText(), shift: bench.shift() };
  });
  return {
    usableMs,
    typedMs,
    kept: text === LETTER,
    bytesUntilUsable,
    bytes: network.bytes(),
    workUntilUsable,
    work,
    shift,
    heap: await heapOf(open),
  };
}

/** Waits until the network is at rest and the main thread, idle, asks for nothing more. */
async function rest({ network, page }: OpenPage): Promise<void> {
  const deadline = performance.now() + LONGEST_LOAD_MS;
  do {
    await pause(50);
    if (performance.now() > deadline) throw new Error('the page does not come to rest');
    if (network.quietFor() < QUIET_MS) continue;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  } while (network.quietFor() < QUIET_MS);
}

async function heapOf({ session }: OpenPage): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
