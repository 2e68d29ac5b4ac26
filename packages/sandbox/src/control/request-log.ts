import type { FastifyInstance } from 'fastify';
import { isControlPath, pathOf } from '../request-path.ts';
import { timestampNow } from '../timestamp.ts';

const MAX_ENTRIES = 1_000;

interface LoggedRequest {
  time: string;
  method: string;
  path: string;
}

/** Counts requests by route and keeps the last 1,000; never a body, a header, or a query. */
export class RequestLog {
  #counts = new Map<string, number>();
  #last: LoggedRequest[] = [];

  /** Counts `METHOD /route/:pattern`. */
  add(method: string, route: string, path: string): void {
    const key = `${method} ${route}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#last.push({ time: timestampNow(), method, path });
    if (this.#last.length > MAX_ENTRIES) this.#last.shift();
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

/** Logs every request except those to control and health paths, faulty ones included. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request);
    if (isControlPath(path)) return;
    app.sandbox.requests.add(request.method, request.routeOptions.url ?? '(none)', path);
  });
}
