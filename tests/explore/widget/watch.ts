import type { Page } from 'playwright';

/** What a page did, as {@link watchPage} records it. */
export interface Watched {
  /** The element's events in order. */
  events: { name: string; detail: string }[];
  /** Listeners on the window, the document, and the visual viewport. */
  listeners: number;
  /** Timers and intervals that have not run. */
  timers: number;
  /** How long reading a file takes at least. */
  fileDelayMs: number;
}

/** Runs in each page before its own scripts. */
export function watchPage(): void {
  const watched: Watched = { events: [], listeners: 0, timers: 0, fileDelayMs: 0 };
  Object.assign(globalThis, { watched });
  const names = 'ready change invalid submitting sent submitted status problem'.split(' ');
  for (const name of names)
    document.addEventListener(`precandidate-${name}`, (event) => {
      if ((event.target as Element).parentElement?.id === 'other-forms') return;
      const { detail } = event as CustomEvent<unknown>;
      watched.events.push({ name, detail: JSON.stringify(detail) });
    });

  const targets: EventTarget[] = [window, document];
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const live = new Map<string, Set<unknown>>();
  const listenersOf = (target: EventTarget, type: string, options: unknown) => {
    const capture =
      typeof options === 'object' ? (options as { capture?: boolean })?.capture : options;
    const key = `${targets.indexOf(target)} ${type} ${capture === true}`;
    if (!live.has(key)) live.set(key, new Set());
    return live.get(key) as Set<unknown>;
  };
  const count = () => {
    watched.listeners = [...live.values()].reduce((sum, { size }) => sum + size, 0);
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (targets.includes(this) && listener !== null) {
      const all = listenersOf(this, type, options);
      const forget = () => {
        all.delete(listener);
        count();
      };
      all.add(listener);
      count();
      if (typeof options === 'object') {
        options?.signal?.addEventListener('abort', forget);
        if (options?.once) add.call(this, type, forget, { once: true });
      }
    }
    return add.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (targets.includes(this)) listenersOf(this, type, options).delete(listener);
    count();
    return remove.call(this, type, listener, options);
  };

  const pending = new Set<unknown>();
  const { setTimeout: later, clearTimeout: never, setInterval: often } = globalThis;
  const { readAsDataURL } = FileReader.prototype;
  FileReader.prototype.readAsDataURL = function (file) {
    later(() => readAsDataURL.call(this, file), watched.fileDelayMs);
  };
  const { arrayBuffer } = Blob.prototype;
  Blob.prototype.arrayBuffer = async function () {
    await new Promise((resolve) => later(resolve, watched.fileDelayMs));
    return arrayBuffer.call(this);
  };
  const recount = () => void (watched.timers = pending.size);
  globalThis.setTimeout = ((
    run: (...given: unknown[]) => void,
    ms?: number,
    ...given: unknown[]
  ) => {
    const id = later(() => {
      pending.delete(id);
      recount();
      run(...given);
    }, ms);
    pending.add(id);
    recount();
    return id;
  }) as typeof setTimeout;
  globalThis.setInterval = ((...given: Parameters<typeof setInterval>) => {
    const id = often(...given);
    pending.add(id);
    recount();
    return id;
  }) as typeof setInterval;
  globalThis.clearTimeout = globalThis.clearInterval = ((id?: number) => {
    pending.delete(id);
    recount();
    never(id);
  }) as typeof clearTimeout;
}

export function watchedIn(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
}
