/** Random numbers from a seed: the same on every machine and in every browser. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1 (exclusive), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from 0 to `limit` (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** An object with a random choice of these keys, each with its probability. */
  some(parts: Readonly<Record<string, readonly [number, () => unknown]>>): Record<string, unknown> {
    const taken = Object.entries(parts).filter(([, [probability]]) => this.chance(probability));
    return Object.fromEntries(taken.map(([name, [, make]]) => [name, make()]));
  }
}
