import type { FastifyInstance } from 'fastify';
import { pathOf } from './path-of.ts';
import { timestampNow } from './timestamp.ts';

const KEPT = 1_000;

interface LoggedRequest {
  time: string;
  method: string;
  path: string;
}

/** Counts requests by route and remembers the last 1,000; never a body, a header or a query. */
export class RequestLog {
  #counts = new Map<string, number>();
  #last: LoggedRequest[] = [];

  /** Counts `METHOD /route/:pattern`. */
  add(method: string, route: string, path: string): void {
    const key = `${method} ${route}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#last.push({ time: timestampNow(), method, path });
    if (this.#last.length > KEPT) this.#last.shift();
  }

  clear(): void {
    this.#counts.clear();
    this.#last = [];
  }

  /** Oldest first. */
  toJSON(): { counts: Record<string, number>; last: LoggedRequest[] } {
    return { counts: Object.fromEntries(this.#counts), last: this.#last };
  }
}

/** Logs every request but those of the control and health addresses, spoiled ones included. */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request);
    if (path.startsWith('/_control') || path === '/healthz' || path === '/readyz') return;
    log.add(request.method, request.routeOptions.url ?? '(none)', path);
  });
}
