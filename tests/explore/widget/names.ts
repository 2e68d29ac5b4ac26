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

/** Unique names and labels. */
export class Names {
  #count = 0;
  #odd = 0;

  /** `naming`: from 7 on an odd property name. */
  next(naming: number): { name: string; title: string; isOdd: boolean } {
    const count = this.#count++;
    const round = Math.floor(count / WORDS.length);
    const title = `${WORDS[count % WORDS.length]}${round === 0 ? '' : ` number${round}`}`;
    const odd = ODD[naming - 7];
    const name = odd?.(this.#odd++) ?? title.toLowerCase().replaceAll(' ', '_');
    return { name, title, isOdd: odd !== undefined };
  }
}
