const WORDS = `Job Firm Street Town Salary Reason Manager Start Degree School Course Skill Hobby
Vehicle License Shift Office Team Budget Project Client Contract Bonus Union Travel Visa Permit Pet
House Garden Window Door River Forest Island Harbor Bridge Tunnel Tower Castle Market Museum Theater
Library Garage Kitchen Bakery Farm Orchard Vineyard Meadow Valley Canyon Desert Glacier Lagoon Delta
Summit Ridge Cliff Cave Spring Well Lake Pond Marsh Reef Coast Beach Dune Cape Bay Gulf Strait`.split(
  /\s+/,
);

/** Property names that JSON allows and programs trip over, and names that programs take for others. */
const NAMES: Record<string, (nth: number) => string | undefined> = {
  plain: () => undefined,
  digits: (nth) => String(nth),
  signs: (nth) => ['a.b', 'd/e', '~x', 'two words', 'ñ', '%20', '$id2', '[0]'][nth % 8] + `${nth}`,
  inherited: (nth) => ['constructor', 'toString', 'valueOf', 'length'][nth],
  own: (nth) => OWN[nth],
  others: (nth) => OTHERS[nth],
};
export type Naming = string;
export const NAMINGS: readonly Naming[] = Object.keys(NAMES);

const OWN = ['email', 'full_name', 'phone', 'first_name', 'last_name', 'email_address', 'surname'];
const OTHERS = ['referee', 'emergency_contact', 'manager_name', 'reference_email', 'friend_phone'];

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
    const round = Math.floor(count / WORDS.length);
    const title = `${WORDS[count % WORDS.length]}${round === 0 ? '' : ` number${round}`}`;
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
