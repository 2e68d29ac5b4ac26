// Preloaded into a proxy's process: collects garbage when whoever started it says so, and answers.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.('collected');
  });
  // It ends by itself as it does without.
  process.channel?.unref();
}
