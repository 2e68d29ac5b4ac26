/** A callback that the widget has scheduled and the browser has not called yet. */
export interface Pending {
  /** The scheduling function, for example `setTimeout`. */
  by: string;
  /** In milliseconds. */
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
 * Records the widget's calls of the browser: timers, frames, messages to itself, and requests, without
 * those of the test. Create it before the widget loads.
 */
export class WatchedPage {
  /** Scheduled callbacks, oldest first. */
  readonly #pending = new Map<unknown, Pending>();
  /** Every call so far. */
  readonly calls: string[] = [];
  #beat: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onHeartbeatRead: () => void = () => {};

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

  /** Sends a heartbeat; resolves once the widget has read it and waits for more. */
  async heartbeat(): Promise<void> {
    const read = new Promise<void>((resolve) => (this.#onHeartbeatRead = resolve));
    this.#beat?.enqueue(new TextEncoder().encode(': \n\n'));
    await read;
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
  }

  #watch(schedule: string, cancel: string): void {
    const page = globalThis as unknown as Page;
    const original = (page[schedule] as Schedule).bind(globalThis);
    const originalCancel = (page[cancel] as (id: unknown) => void).bind(globalThis);
    page[schedule] = (callback: (...values: unknown[]) => unknown, delay?: number) => {
      if (!isCalledByWidget()) return original(callback, delay);
      this.calls.push(schedule);
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
    const { calls } = this;
    const original = MessagePort.prototype.postMessage as (...values: unknown[]) => void;
    MessagePort.prototype.postMessage = function postMessage(...values: unknown[]) {
      if (isCalledByWidget()) calls.push('postMessage');
      original.apply(this, values);
    };
  }

  #watchRequests(): void {
    const original = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      if (!isCalledByWidget()) return original(input, init);
      this.calls.push(`fetch ${new URL(String(input)).pathname.split('/')[1]}`);
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
        pull: () => this.#onHeartbeatRead(),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** Whether a file of the widget is among the callers. */
function isCalledByWidget(): boolean {
  return /\/widget(?:\.js|\/\d)/.test(new Error('caller').stack ?? '');
}
