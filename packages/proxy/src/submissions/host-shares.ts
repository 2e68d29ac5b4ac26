import { withinTime } from '../shared/within-time.ts';

export interface HostSharesOptions {
  /** How much of it may run for one host at once: sends, and bytes of their bodies. One body alone may be larger. */
  sends: number;
  bytes: number;
}

/** What runs for one host now. */
interface Share {
  running: Set<Promise<unknown>>;
  bytes: number;
}

/** A busy host that responds usually has room by then. */
const WAIT_MS = 1_000;

/** Bounds what runs for each host at once, so that one that responds slowly leaves room for the others. */
export class HostShares {
  readonly #most: HostSharesOptions;
  /** By host: `FORM_HOSTS` bounds them. */
  readonly #shares = new Map<string, Share>();

  constructor(most: HostSharesOptions) {
    this.#most = most;
  }

  /** Runs `work` once the host has room for it, or resolves to `undefined` when it has none for a second. */
  async run<Result>(
    host: string,
    bytes: number,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const share = this.#shares.get(host) ?? { running: new Set(), bytes: 0 };
    this.#shares.set(host, share);
    const until = performance.now() + WAIT_MS;
    while (!this.#hasRoom(share, bytes)) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return undefined;
      await withinTime(Promise.race(share.running), leftMs).catch(() => undefined);
    }
    const running = work();
    share.running.add(running);
    share.bytes += bytes;
    try {
      return await running;
    } finally {
      share.running.delete(running);
      share.bytes -= bytes;
    }
  }

  #hasRoom({ running, bytes }: Share, more: number): boolean {
    const fits = bytes === 0 || bytes + more <= this.#most.bytes;
    return fits && running.size < this.#most.sends;
  }
}
