import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';

/** Knows which requests are not answered yet, so that stopping can wait for them. */
export interface RequestsUnderWay {
  /** Resolves when none is left, or after `longest_ms`. */
  ended(longest_ms: number): Promise<void>;
}

/**
 * `onEnd` is told of each request when its part of the connection is over, `seconds` after it began:
 * also of a stream that took the reply over, and of what a browser broke off.
 */
export function requestsUnderWay(
  app: App,
  onEnd: (request: FastifyRequest, reply: FastifyReply, seconds: number) => void,
): RequestsUnderWay {
  let count = 0;
  let onNone = (): void => undefined;

  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    count += 1;
    // It comes once; `once` would wrap the listener.
    reply.raw.on('close', () => {
      count -= 1;
      onEnd(request, reply, (performance.now() - began) / 1_000);
      if (count === 0) onNone();
    });
    done();
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
