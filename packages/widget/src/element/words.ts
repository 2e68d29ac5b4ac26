import { chooseLanguage, type Language } from '../messages/language.ts';
import type { Messages } from '../messages/messages.ts';
import { loadMessages } from './load-messages.ts';

/** The words of an element, in the language that its surroundings ask for. */
export class Words {
  readonly #tags: () => readonly (string | null | undefined)[];
  readonly #onChange: () => void;
  #messages: Messages | undefined;
  /** The language that was asked for last. */
  #asked: Language | undefined;
  #hasFailed = false;

  /**
   * @param tags - BCP 47 tags, most wanted first
   * @param onChange - other words can be drawn, or none can be had
   */
  constructor(tags: () => readonly (string | null | undefined)[], onChange: () => void) {
    this.#tags = tags;
    this.#onChange = onChange;
  }

  /** The language that the words should have. */
  get language(): Language {
    return chooseLanguage(this.#tags());
  }

  /** The words that are there; those of another language until the wanted ones have come. */
  get messages(): Messages | undefined {
    return this.#messages;
  }

  /** Whether there are none and they could not be fetched, so that none will come by themselves. */
  get hasFailed(): boolean {
    return this.#hasFailed && this.#messages === undefined;
  }

  /**
   * Fetches the words when the surroundings ask for another language than before. Asked before every
   * drawing, so that whatever changes the language brings its words.
   */
  follow(): void {
    if (this.#asked !== this.language) void this.load().catch(() => {});
  }

  /** The words in the wanted language. Throws `proxy-unreachable` when they cannot be fetched. */
  async load(): Promise<Messages> {
    const { language } = this;
    this.#asked = language;
    if (this.#messages?.language === language) return this.#messages;
    const messages = await loadMessages(language).catch((error: unknown) => {
      this.#hasFailed = true;
      this.#onChange();
      throw error;
    });
    // Another language may have been asked for meanwhile.
    if (language === this.language) {
      this.#hasFailed = false;
      this.#messages = messages;
    }
    this.#onChange();
    return messages;
  }
}
