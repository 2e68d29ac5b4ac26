import type { EntryKeys } from './model/entry-keys.ts';
import type { FileFault } from './files/file-texts.ts';

/** A chosen file that is no answer, and why. */
export interface RefusedFile {
  name: string;
  fault: FileFault;
}

/** The chosen files of a form that are no answers. They stay with their fields, also off the screen, in another step. */
export class RefusedFiles {
  readonly #entries: EntryKeys;
  readonly #onChange: () => void;
  readonly #byPlace = new Map<string, RefusedFile>();
  /** Places of those that the candidate cannot have seen. */
  readonly #unseen = new Set<string>();

  constructor(entries: EntryKeys, onChange: () => void) {
    this.#entries = entries;
    this.#onChange = onChange;
  }

  at(pointer: string): RefusedFile | undefined {
    return this.#byPlace.get(this.#entries.placeOf(pointer));
  }

  set(pointer: string, file: RefusedFile | undefined): void {
    const place = this.#entries.placeOf(pointer);
    this.#unseen.delete(place);
    if (file === undefined) this.#byPlace.delete(place);
    else {
      this.#byPlace.set(place, file);
      this.#unseen.add(place);
    }
    this.#onChange();
  }

  /** The field is on the screen. */
  noteSeen(pointer: string): void {
    this.#unseen.delete(this.#entries.placeOf(pointer));
  }

  /** JSON Pointers of the fields with a file that the candidate cannot have seen. */
  get unseen(): string[] {
    return [...this.#unseen].flatMap((place) => this.#entries.pointerOf(place) ?? []);
  }

  clear(): void {
    this.#byPlace.clear();
    this.#unseen.clear();
  }
}
