import type { CDPSession } from 'playwright';

/** Kind of a response. */
export type Kind = 'html' | 'js' | 'css' | 'data';

/** Compressed bytes with headers, by kind. */
export type Bytes = Record<Kind, number>;

/** One request as the browser saw it. */
interface Exchange {
  kind: Kind;
  hasEnded: boolean;
  bytes: number;
  /** A response that does not end by itself. */
  isStream: boolean;
}

const KINDS: Record<string, Kind> = { Document: 'html', Script: 'js', Stylesheet: 'css' };

/** All network traffic of one page, as the browser reports it. */
export class NetworkLog {
  readonly #exchanges = new Map<string, Exchange>();
  #lastChange = performance.now();

  async listen(session: CDPSession): Promise<void> {
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (request.url.startsWith('data:')) return;
      const kind = KINDS[type ?? ''] ?? 'data';
      this.#set(requestId, { kind, bytes: 0, hasEnded: false, isStream: false });
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const isStream = response.mimeType === 'text/event-stream';
      this.#change(requestId, () => ({ isStream, bytes: response.encodedDataLength }));
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      this.#change(requestId, ({ bytes }) => ({ bytes: bytes + encodedDataLength }));
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.#change(requestId, () => ({ bytes: encodedDataLength, hasEnded: true }));
    });
    session.on('Network.loadingFailed', ({ requestId }) => {
      this.#change(requestId, () => ({ hasEnded: true }));
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
      ({ hasEnded, isStream }) => !hasEnded && !isStream,
    );
    return isBusy ? 0 : performance.now() - this.#lastChange;
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
