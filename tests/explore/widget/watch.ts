/** What a page did, as {@link watchPage} records it. */
export interface Watched {
  /** The element's events in order. */
  events: { name: string; detail: string }[];
  /** Timers and intervals that have not run. */
  timers: number;
  /** How long reading a file takes at least. */
  fileDelayMs: number;
}

/** Runs in each page before its own scripts. */
export function watchPage(): void {
  const watched: Watched = { events: [], timers: 0, fileDelayMs: 0 };
  Object.assign(globalThis, { watched });
  const names = 'ready change step invalid submitting sent submitted status problem'.split(' ');
  for (const name of names)
    document.addEventListener(`precandidate-${name}`, (event) => {
      if ((event.target as Element).parentElement?.id === 'other-forms') return;
      const { detail } = event as CustomEvent<unknown>;
      watched.events.push({ name, detail: JSON.stringify(detail) });
    });

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

  const pending = new Set<unknown>();
  const count = (isPending: boolean, id: unknown) => {
    if (isPending) pending.add(id);
    else pending.delete(id);
    watched.timers = pending.size;
  };
  type Timer = (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => unknown;
  const setTimer: Timer = (run, ms, ...given) => {
    const id = later(() => {
      count(false, id);
      run(...given);
    }, ms);
    count(true, id);
    return id;
  };
  const setRepeated: Timer = (...given) => {
    const id = often(...given);
    count(true, id);
    return id;
  };
  const clear = (id?: number) => {
    count(false, id);
    never(id);
  };
  const timers = { setTimeout: setTimer, setInterval: setRepeated };
  Object.assign(globalThis, timers, { clearTimeout: clear, clearInterval: clear });
}
