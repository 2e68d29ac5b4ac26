const WORDS = `Job Firm Street Town Salary Reason Manager Start Degree School Course Skill Hobby
Vehicle License Shift Office Team Budget Project Client Contract Bonus Union Travel Visa Permit Pet
House Garden Window Door River Forest Island Harbor Bridge Tunnel Tower Castle Market Museum Theater
Library Garage Kitchen Bakery Farm Orchard Vineyard Meadow Valley Canyon Desert Glacier Lagoon Delta
Summit Ridge Cliff Cave Spring Well Lake Pond Marsh Reef Coast Beach Dune Cape Bay Gulf Strait`.split(
  /\s+/,
);

/** Property names that JSON allows and programs trip over. */
const ODD: readonly ((nth: number) => string)[] = [
  (nth) => String(nth),
  (nth) => ['a.b', 'd/e', '~x', 'two words', 'ñ', '%20', '$id2', '[0]'][nth % 8] + `${nth}`,
  (nth) => ['constructor', 'toString', 'valueOf', 'length'][nth] ?? `hasOwnProperty${nth}`,
];

const OWN = ['email', 'phone', 'full_name', 'dob'];
const OTHERS = ['referee_email', 'emergency_contact_phone', 'manager_name', 'reference_full_name'];

/** Unique names and labels. */
export class Names {
  #count = 0;
  #odd = 0;
  readonly #persons = [...OWN];
  readonly #others = [...OTHERS];

  /** `naming`: from 7 on an odd property name, 10: the candidate's own data, 11: somebody else's. */
  next(naming: number): { name: string; title: string; isOdd: boolean; isAboutOthers: boolean } {
    const count = this.#count++;
    const round = Math.floor(count / WORDS.length);
    const title = `${WORDS[count % WORDS.length]}${round === 0 ? '' : ` number${round}`}`;
    const odd = ODD[naming - 7];
    const person = naming === 10 ? this.#persons.shift() : undefined;
    const other = naming === 11 ? this.#others.shift() : undefined;
    const special = odd?.(this.#odd++) ?? person ?? other;
    return {
      name: special ?? title.toLowerCase().replaceAll(' ', '_'),
      title,
      isOdd: special !== undefined,
      isAboutOthers: other !== undefined,
    };
  }
}
