import { WorkerSlot, type WorkerSlotOptions } from './worker-slot.ts';

export interface WorkerPoolOptions extends WorkerSlotOptions {
  /** Threads at most. */
  most: number;
}

interface Waiting<Job, Answer> {
  /** Whose job it is; `undefined`: nobody's. */
  party: string | undefined;
  run(slot: WorkerSlot<Job, Answer>): void;
  refuse(): void;
}

/** Jobs take well under this: whoever waits longer waits behind a slow one. */
const GROW_AFTER_MS = 20;
const IDLE_MS = 60_000;

/**
 * A few worker threads. Usually one does it all: another starts only when a job waits behind a slow
 * one, and all end after a minute without work. A party has one job under way at a time, so that
 * whoever sends what is slow holds up himself and nobody else.
 */
export class WorkerPool<Job, Answer> {
  readonly #options: WorkerPoolOptions;
  readonly #slots: WorkerSlot<Job, Answer>[] = [];
  readonly #queue: Waiting<Job, Answer>[] = [];
  readonly #parties = new Set<string>();
  #growth: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Jobs that wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Starts a thread ahead of the first job. */
  warm(): void {
    if (this.#closed) return;
    (this.#slots[0] ?? this.#grow()).warm();
    this.#restLater();
  }

  run(job: Job, party?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(this.#options.errorOf('closed'));
      if (this.#closed) return refuse();
      const run = (slot: WorkerSlot<Job, Answer>): void => {
        if (party !== undefined) this.#parties.add(party);
        const leave = (): void => {
          if (party !== undefined) this.#parties.delete(party);
          this.#next();
        };
        slot.run(job).then(resolve, reject).finally(leave);
      };
      this.#queue.push({ party, run, refuse });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#growth);
    clearTimeout(this.#rest);
    for (const { refuse } of this.#queue.splice(0)) refuse();
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #next(): void {
    if (this.#closed) return;
    const isNext = ({ party }: Waiting<Job, Answer>) =>
      party === undefined || !this.#parties.has(party);
    const index = this.#queue.findIndex(isNext);
    if (index < 0) return this.#restLater();
    const free = this.#slots.find(({ isFree }) => isFree);
    const slot = free ?? (this.#slots.length === 0 ? this.#grow() : undefined);
    if (slot === undefined) return this.#growLater();
    const [waiting] = this.#queue.splice(index, 1);
    waiting?.run(slot);
    this.#next();
  }

  #grow(): WorkerSlot<Job, Answer> {
    const slot = new WorkerSlot<Job, Answer>(this.#options);
    this.#slots.push(slot);
    return slot;
  }

  #growLater(): void {
    if (this.#growth !== undefined || this.#slots.length >= this.#options.most) return;
    this.#growth = setTimeout(() => {
      this.#growth = undefined;
      // A thread that is free, or starting, will take on whoever waits.
      if (!this.#slots.some(({ isFree, isStarting }) => isFree || isStarting)) this.#grow();
      this.#next();
    }, GROW_AFTER_MS);
  }

  #restLater(): void {
    if (this.#rest) return void this.#rest.refresh();
    this.#rest = setTimeout(() => {
      if (this.#slots.every(({ isFree }) => isFree))
        for (const slot of this.#slots.splice(0)) void slot.close();
    }, IDLE_MS);
    this.#rest.unref();
  }
}
