/**
 * Names the entries of lists, so that an error, a warning, or a chosen branch stays with its entry while
 * others are added or removed. A *place* is a JSON Pointer with the keys of entries instead of their
 * indexes. Entries of a list that never changed have their indexes as keys.
 */
export class EntryKeys {
  /** The keys of changed lists, by the place of the list. */
  readonly #lists = new Map<string, string[]>();
  #count = 0;

  /** The keys of a list's entries, in order. */
  keysOf(list: string, count: number): readonly string[] {
    // Prototype.js has an `Array.from` that maps nothing.
    return [...Array.from({ length: count }).keys()].map((index) =>
      this.#keyAt(this.placeOf(list), index),
    );
  }

  /** @param key - of an entry that was removed; default: a new one */
  insert(list: string, index: number, count: number, key = this.#newKey()): void {
    this.#listed(list, count).splice(index, 0, key);
  }

  /** Returns the key of the removed entry. */
  remove(list: string, index: number, count: number): string | undefined {
    return this.#listed(list, count).splice(index, 1)[0];
  }

  placeOf(pointer: string): string {
    if (this.#lists.size === 0) return pointer;
    const [root = '', ...segments] = pointer.split('/');
    return segments.reduce((place, each) => `${place}/${this.#keyAt(place, each)}`, root);
  }

  /** Where a place is now; `undefined` in a removed entry. */
  pointerOf(place: string): string | undefined {
    let around = '';
    let pointer = '';
    for (const key of place.split('/').slice(1)) {
      const index = this.#lists.get(around)?.indexOf(key);
      if (index === -1) return undefined;
      pointer += `/${index ?? key}`;
      around += `/${key}`;
    }
    return pointer;
  }

  /** Whether entries of a list were added or removed. */
  isChanged(list: string): boolean {
    return this.#lists.has(this.placeOf(list));
  }

  /** A list has its entries from a draft. */
  setChanged(list: string, count: number): void {
    this.#listed(list, count);
  }

  clear(): void {
    this.#lists.clear();
  }

  #listed(list: string, count: number): string[] {
    const place = this.placeOf(list);
    const keys = this.#lists.get(place) ?? [...this.keysOf(list, count)];
    this.#lists.set(place, keys);
    return keys;
  }

  /** A list that has grown otherwise gets more keys. */
  #keyAt(list: string, index: string | number): string {
    const keys = this.#lists.get(list);
    if (keys === undefined) return String(index);
    while (keys.length <= Number(index)) keys.push(this.#newKey());
    return keys[Number(index)] ?? String(index);
  }

  #newKey(): string {
    this.#count += 1;
    return `+${this.#count}`;
  }
}
