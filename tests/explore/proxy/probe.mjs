// Preloaded into each explored proxy (`node --import`): gives it a wrong clock, and measures how long
// its event loop is blocked. It knows nothing about the proxy, so it works with every version.
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 20;

if (isMainThread && process.send !== undefined) {
  const clock = shiftClock(Number(process.env.EXPLORE_CLOCK_MS ?? 0));
  const longestBlock = measureEventLoop();
  // A message sets the clock; the response is the longest block since the last one.
  process.on('message', ({ clockMs }) => {
    if (clockMs !== undefined) clock.offsetMs = clockMs;
    process.send(longestBlock());
  });
  process.channel.unref();
  // The explorer has ended.
  process.on('disconnect', () => process.exit());
}

/** Replaces `Date` by the real one plus an offset. */
function shiftClock(offsetMs) {
  const clock = { offsetMs };
  const RealDate = Date;
  const now = () => RealDate.now() + clock.offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : target[key]),
  });
  return clock;
}

/**
 * The longest block is counted in processor time of the main thread, up to the time that passed: a
 * busy machine or a suspended process is no block.
 */
function measureEventLoop() {
  let longestMs = 0;
  let tickedAt = performance.now();
  let used = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    const passedMs = performance.now() - tickedAt;
    longestMs = Math.max(longestMs, Math.min(passedMs, (user + system) / 1_000));
    tickedAt = performance.now();
    used = process.threadCpuUsage();
  }, TICK_MS).unref();

  return () => {
    const longest = longestMs;
    longestMs = 0;
    return longest;
  };
}
