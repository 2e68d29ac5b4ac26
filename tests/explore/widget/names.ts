import names from './names.json' with { type: 'json' };

/** Property names that JSON allows and programs trip over, and names that programs take for others. */
const NAMES: Record<string, (nth: number) => string | undefined> = {
  plain: () => undefined,
  digits: (nth) => String(nth),
  signs: (nth) => ['a.b', 'd/e', '~x', 'two words', 'ñ', '%20', '$id2', '[0]'][nth % 8] + `${nth}`,
  inherited: (nth) => ['constructor', 'toString', 'valueOf', 'length'][nth],
  own: (nth) => names.own[nth],
  others: (nth) => names.others[nth],
};
export type Naming = string;
export const NAMINGS: readonly Naming[] = Object.keys(NAMES);

export interface Name {
  name: string;
  title: string;
  isOdd: boolean;
  isAboutOthers: boolean;
}

/** Unique names and labels. */
export class Names {
  #count = 0;
  readonly #used = new Map<Naming, number>();

  next(naming: Naming = 'plain'): Name {
    const count = this.#count++;
    const round = Math.floor(count / names.words.length);
    const title = `${names.words[count % names.words.length]}${round === 0 ? '' : ` number${round}`}`;
    const nth = this.#used.get(naming) ?? 0;
    this.#used.set(naming, nth + 1);
    const special = NAMES[naming]?.(nth);
    return {
      name: special ?? title.toLowerCase().replaceAll(' ', '_'),
      title,
      isOdd: special !== undefined,
      isAboutOthers: special !== undefined && naming === 'others',
    };
  }
}
