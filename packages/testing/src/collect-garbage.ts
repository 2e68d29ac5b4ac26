// Preloaded into a proxy's process: collects garbage on a message and confirms it.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.('collected');
  });
  // The channel must not keep the process alive.
  process.channel?.unref();
}
