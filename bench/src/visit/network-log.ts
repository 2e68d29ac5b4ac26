import type { CDPSession } from 'playwright';

/** Kind of a response. */
export type Kind = 'html' | 'js' | 'css' | 'data';

/** Compressed bytes with headers, by kind. */
export type Bytes = Record<Kind, number>;

/** One request as the browser saw it; times in ms since the navigation. */
export interface Exchange {
  url: string;
  method: string;
  kind: Kind;
  startMs: number;
  /** First byte of the response; absent until then. */
  respondedMs?: number;
  endMs?: number;
  bytes: number;
  /** A response that does not end by itself. */
  isStream: boolean;
}

const KINDS: Record<string, Kind> = { Document: 'html', Script: 'js', Stylesheet: 'css' };

/** All network traffic of one page, as the browser reports it. */
export class NetworkLog {
  readonly #exchanges = new Map<string, Exchange>();
  #zero: number | undefined;
  #lastChange = performance.now();

  /** Starts listening; the first request is the navigation. */
  async listen(session: CDPSession): Promise<void> {
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
      this.#zero ??= timestamp;
      const { url, method } = request;
      if (url.startsWith('data:')) return;
      const kind = KINDS[type ?? ''] ?? 'data';
      const startMs = this.#since(timestamp);
      this.#set(requestId, { url, method, kind, startMs, bytes: 0, isStream: false });
    });
    session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
      const isStream = response.mimeType === 'text/event-stream';
      const bytes = response.encodedDataLength;
      this.#change(requestId, () => ({ respondedMs: this.#since(timestamp), isStream, bytes }));
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      this.#change(requestId, ({ bytes }) => ({ bytes: bytes + encodedDataLength }));
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      this.#change(requestId, () => ({ bytes: encodedDataLength, endMs: this.#since(timestamp) }));
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
      this.#change(requestId, () => ({ endMs: this.#since(timestamp) }));
    });
    await session.send('Network.enable');
  }

  /** Received so far. */
  bytes(): Bytes {
    const sum: Bytes = { html: 0, js: 0, css: 0, data: 0 };
    for (const { kind, bytes } of this.#exchanges.values()) sum[kind] += bytes;
    return sum;
  }

  /** Time since the last traffic, `0` while a request is pending. */
  idleMs(): number {
    const isBusy = [...this.#exchanges.values()].some(
      ({ endMs, isStream }) => endMs === undefined && !isStream,
    );
    return isBusy ? 0 : performance.now() - this.#lastChange;
  }

  /** In the order of their start. */
  exchanges(): Exchange[] {
    return [...this.#exchanges.values()].sort((a, b) => a.startMs - b.startMs);
  }

  #since(timestamp: number): number {
    return (timestamp - (this.#zero ?? timestamp)) * 1_000;
  }

  #set(id: string, exchange: Exchange): void {
    this.#exchanges.set(id, exchange);
    this.#lastChange = performance.now();
  }

  #change(id: string, change: (exchange: Exchange) => Partial<Exchange>): void {
    const exchange = this.#exchanges.get(id);
    if (exchange !== undefined) this.#set(id, { ...exchange, ...change(exchange) });
  }
}
