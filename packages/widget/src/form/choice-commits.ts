import { listen } from './page.ts';

/** A field whose options are checked or selected. */
export interface ChoiceField {
  /** The values of the options that the form has, in the order of the page. */
  chosen: readonly string[];
  /** Passes on which options the screen shows as chosen. */
  choose: (values: readonly string[]) => void;
}

/**
 * Commits what choices show. React listens to clicks and `change` only, but some tools that fill in forms dispatch
 * other events, or none: those choices are committed before values are read.
 */
export class ChoiceCommits {
  /** By the element with the options. */
  readonly #fields = new Map<Element, () => ChoiceField>();

  /** Returns a function that ends this. */
  listen(container: HTMLElement): () => void {
    const onEvent = ({ target }: Event) => this.commitAround(target as Node);
    return listen(container, { input: onEvent, change: onEvent });
  }

  /** Adds the element with the options of a field. Returns a function that removes it. */
  follow(element: Element, field: () => ChoiceField): () => void {
    this.#fields.set(element, field);
    return () => this.#fields.delete(element);
  }

  /** Commits the choice that a control belongs to. */
  commitAround(control: Node): void {
    this.#commit([...this.#fields.keys()].filter((element) => element.contains(control)));
  }

  commitAll(): void {
    this.#commit([...this.#fields.keys()]);
  }

  #commit(elements: readonly Element[]): void {
    // All are read first: a commit may render others again.
    const shown = elements.map((element) => ({ element, values: valuesIn(element) }));
    for (const { element, values } of shown) {
      const field = this.#fields.get(element)?.();
      if (field !== undefined && values.join('\n') !== field.chosen.join('\n'))
        field.choose(values);
    }
  }
}

/** An option without a value stands for no choice. */
function valuesIn(element: Element): string[] {
  const chosen = element.querySelectorAll<HTMLInputElement | HTMLOptionElement>(':checked');
  return [...chosen].map(({ value }) => value).filter((value) => value !== '');
}
