import type { Socket } from 'node:net';
import type { App } from './app-type.ts';

/** Browsers and reverse proxies send no request before the response to the last one. */
const MAX_WAITING = 16;

/**
 * Runs the requests of a connection one after another. Node calls for each as soon as it is parsed, and keeps the
 * responses until their turn: a client that sends hundreds at once and reads nothing would fill the memory. A response
 * whose turn never comes also never emits `close`, on which others rely.
 */
export function runOneByOne(app: App): void {
  /** The requests that wait for the running one, by connection; absent: none runs. */
  const waiting = new WeakMap<Socket, (() => void)[]>();

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    // Parsed together with the request that was one too many.
    if (socket.destroyed) return;
    const start = (): void => {
      reply.raw.once('close', () => startNext(socket));
      done();
    };
    const others = waiting.get(socket);
    if (others === undefined) {
      waiting.set(socket, []);
      start();
    } else if (others.length < MAX_WAITING) others.push(start);
    else socket.destroy();
  });

  function startNext(socket: Socket): void {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next) next();
    else waiting.delete(socket);
  }
}
