/** Something that the widget asked the browser to call later, and that has not been called. */
export interface Pending {
  /** The function that it asked, e.g. `setTimeout`. */
  by: string;
  /** In milliseconds; absent where there is none. */
  delay?: number | undefined;
}

type Schedule = (callback: (...values: unknown[]) => unknown, delay?: number) => unknown;
type Page = Record<string, unknown>;

const SCHEDULES = [
  ['setTimeout', 'clearTimeout'],
  ['setInterval', 'clearInterval'],
  ['requestAnimationFrame', 'cancelAnimationFrame'],
  ['requestIdleCallback', 'cancelIdleCallback'],
] as const;

/**
 * Watches what the widget asks of the page: timers and frames, messages to itself, requests. To be
 * made before the widget is loaded. What the test itself asks does not count.
 */
export class WatchedPage {
  /** What is to be called, in the order that it was asked. */
  readonly #pending = new Map<unknown, Pending>();
  /** All that was ever asked, as words. */
  readonly asked: string[] = [];
  #beat: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isHeard: () => void = () => {};

  constructor() {
    Error.stackTraceLimit = 50;
    for (const [schedule, cancel] of SCHEDULES) this.#watch(schedule, cancel);
    this.#watchMessages();
    this.#watchRequests();
  }

  get pending(): Pending[] {
    return [...this.#pending.values()];
  }

  get hasStream(): boolean {
    return this.#beat !== undefined;
  }

  /** Sends a heartbeat down the stream; resolves once the widget has read it and waits for more. */
  async heartbeat(): Promise<void> {
    const heard = new Promise<void>((resolve) => (this.#isHeard = resolve));
    this.#beat?.enqueue(new TextEncoder().encode(': \n\n'));
    await heard;
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
  }

  #watch(schedule: string, cancel: string): void {
    const page = globalThis as unknown as Page;
    const original = (page[schedule] as Schedule).bind(globalThis);
    const originalCancel = (page[cancel] as (id: unknown) => void).bind(globalThis);
    page[schedule] = (callback: (...values: unknown[]) => unknown, delay?: number) => {
      if (!isAskedByWidget()) return original(callback, delay);
      this.asked.push(schedule);
      const id = original((...values) => {
        if (schedule !== 'setInterval') this.#pending.delete(id);
        callback(...values);
      }, delay);
      this.#pending.set(id, { by: schedule, delay });
      return id;
    };
    page[cancel] = (id: unknown) => {
      this.#pending.delete(id);
      originalCancel(id);
    };
  }

  #watchMessages(): void {
    const { asked } = this;
    const original = MessagePort.prototype.postMessage as (...values: unknown[]) => void;
    MessagePort.prototype.postMessage = function postMessage(...values: unknown[]) {
      if (isAskedByWidget()) asked.push('postMessage');
      original.apply(this, values);
    };
  }

  #watchRequests(): void {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      if (!isAskedByWidget()) return original(input, init);
      this.asked.push(`fetch ${new URL(String(input)).pathname.split('/')[1]}`);
      const accept = new Headers(init?.headers).get('accept');
      return accept === 'text/event-stream' ? this.#stream(init?.signal) : original(input, init);
    };
  }

  async #stream(signal: AbortSignal | null = null): Promise<Response> {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#beat = controller;
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
        pull: () => this.#isHeard(),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** Whether a file of the widget is among the callers. */
function isAskedByWidget(): boolean {
  return /\/widget(?:\.js|\/\d)/.test(new Error('who asks').stack ?? '');
}
