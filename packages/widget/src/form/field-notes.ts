import type { WarningName } from '../i18n/messages.ts';

/** What is shown beside a field. */
export interface FieldNote {
  error?: string | undefined;
  warning?: WarningName | undefined;
}

const NONE: FieldNote = {};

export const ERROR_BATCH = 10;

/** The notes of all fields, by JSON Pointer. */
export class FieldNotes {
  readonly #notes = new Map<string, FieldNote>();
  readonly #onChange: () => void;
  /** Errors to show when the page is idle, in the order of the page. */
  #pending: [pointer: string, error: string][] = [];
  readonly #idleWork = new IdleWork(() => this.#showNext(ERROR_BATCH));

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The same object until the note changes. */
  at(pointer: string): FieldNote {
    return this.#notes.get(pointer) ?? NONE;
  }

  set(pointer: string, change: FieldNote): void {
    this.#set(pointer, change);
    this.#onChange();
  }

  /**
   * Replaces all errors.
   *
   * @param errors - by JSON Pointer, in the order of the page
   * @param pace - `gradual`: the first few now, the others when the page is idle
   */
  setErrors(errors: ReadonlyMap<string, string>, pace: 'immediate' | 'gradual'): void {
    for (const pointer of this.pointersWith('error'))
      if (!errors.has(pointer)) this.#set(pointer, { error: undefined });
    this.#pending = [...errors];
    this.#showNext(pace === 'immediate' ? Infinity : ERROR_BATCH);
  }

  showPending(): void {
    this.#showNext(Infinity);
  }

  pointersWith(kind: keyof FieldNote): string[] {
    return [...this.#notes].filter(([, note]) => note[kind] !== undefined).map(([at]) => at);
  }

  #showNext(count: number): void {
    for (const [pointer, error] of this.#pending.splice(0, count)) this.#set(pointer, { error });
    if (this.#pending.length > 0) this.#idleWork.schedule();
    else this.#idleWork.cancel();
    this.#onChange();
  }

  #set(pointer: string, change: FieldNote): void {
    const before = this.at(pointer);
    const note = { ...before, ...change };
    if (note.error === before.error && note.warning === before.warning) return;
    if (note.error === undefined && note.warning === undefined) this.#notes.delete(pointer);
    else this.#notes.set(pointer, note);
  }
}

const IDLE_TIMEOUT_MS = 300;
const IDLE_FALLBACK_MS = 50;

/** Work that runs once when the page is idle, however often it is scheduled. */
export class IdleWork {
  readonly #work: () => void;
  #cancel: (() => void) | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  schedule(): void {
    this.#cancel ??= whenIdle(() => this.flush());
  }

  flush(): void {
    if (this.#cancel === undefined) return;
    this.cancel();
    this.#work();
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, IDLE_FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
