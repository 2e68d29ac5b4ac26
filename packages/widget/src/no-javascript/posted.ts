/** Most entries of one list that are taken from a post. */
const MOST_ENTRIES = 200;

/** What a browser posted: names are ids of fields, see `field-id.ts`. */
export class Posted {
  readonly #values = new Map<string, string[]>();
  readonly #drawn: ReadonlySet<string>;
  /** The list that one more entry was asked for; its id. */
  readonly more: string | undefined;
  /** The entry that was taken out; its id. */
  readonly #removed: string | undefined;

  /** @param entries - names and values, in the order of the page */
  constructor(entries: readonly (readonly [string, string])[]) {
    const removed = entries.find(([name]) => name === 'less')?.[1];
    const names = entries.flatMap(([name, value]) => (name === 'drawn' ? value.split(' ') : []));
    const left = (name: string) => (removed === undefined ? name : withoutEntry(name, removed));
    this.more = entries.find(([name]) => name === 'more')?.[1];
    this.#drawn = new Set(names.flatMap((name) => left(name) ?? []));
    for (const [name, value] of entries) {
      const now = left(name);
      if (now !== undefined) this.#values.set(now, [...(this.#values.get(now) ?? []), value]);
    }
    this.#removed = removed;
  }

  /** Whether a list is to be longer or shorter before anything is sent. */
  get isListChanged(): boolean {
    return this.#removed !== undefined || this.more !== undefined;
  }

  /** Whether an entry was taken out of just this list. */
  isShortened(listId: string): boolean {
    return this.#removed?.slice(0, this.#removed.lastIndexOf('.')) === listId;
  }

  /** Whether the page had a control of this name. */
  has(name: string): boolean {
    return this.#values.has(name) || this.#drawn.has(name);
  }

  /** The text of a control; `undefined` when the page had none. */
  text(name: string): string | undefined {
    // Browsers post line ends as CR LF, whatever was typed.
    return this.#values.get(name)?.[0]?.replaceAll('\r\n', '\n');
  }

  /** All values of the controls of one name. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** How many entries of a list the page had. */
  entriesOf(listId: string): number {
    const start = `${listId}.`;
    const indexes = new Set<number>();
    for (const name of [...this.#values.keys(), ...this.#drawn])
      if (name.startsWith(start)) indexes.add(Number.parseInt(name.slice(start.length), 10));
    return Math.min(indexes.size, MOST_ENTRIES);
  }
}

/** A name as it reads once an entry of a list has gone; `undefined` when it led into that entry. */
function withoutEntry(name: string, removed: string): string | undefined {
  const end = removed.lastIndexOf('.') + 1;
  const [list, gone] = [removed.slice(0, end), Number(removed.slice(end))];
  const index = name.startsWith(list) ? /^\d+/.exec(name.slice(end))?.[0] : undefined;
  if (end === 0 || index === undefined || Number(index) < gone) return name;
  return Number(index) === gone
    ? undefined
    : `${list}${Number(index) - 1}${name.slice(end + index.length)}`;
}
