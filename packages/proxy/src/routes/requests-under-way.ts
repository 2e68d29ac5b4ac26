import type { App } from './app-type.ts';

/** Knows which requests are not answered yet, so that stopping can wait for them. */
export interface RequestsUnderWay {
  /** Resolves when none is left, or after `longest_ms`. */
  ended(longest_ms: number): Promise<void>;
}

export function requestsUnderWay(app: App): RequestsUnderWay {
  let count = 0;
  let onNone = (): void => undefined;

  app.addHook('onRequest', async (_, reply) => {
    count += 1;
    // Also for a stream that took the reply over, and for a browser that went away.
    reply.raw.once('close', () => {
      count -= 1;
      if (count === 0) onNone();
    });
  });

  return {
    ended: (longest_ms) =>
      new Promise((resolve) => {
        if (count === 0) return resolve();
        const timer = setTimeout(resolve, longest_ms);
        onNone = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
