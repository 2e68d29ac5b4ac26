/** A map whose keys are lists of objects, compared one by one. */
export class Interned<Value> {
  readonly #next = new WeakMap<object, Interned<Value>>();
  #own: { value: Value } | undefined;

  /** The value of a list; computed at first. */
  at(key: readonly object[], compute: () => Value): Value {
    const found = key.reduce<Interned<Value>>((node, part) => node.#after(part), this);
    found.#own ??= { value: compute() };
    return found.#own.value;
  }

  #after(part: object): Interned<Value> {
    const next = this.#next.get(part) ?? new Interned<Value>();
    this.#next.set(part, next);
    return next;
  }
}
