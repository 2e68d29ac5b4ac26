import { chooseLanguage, type Language } from '../messages/language.ts';
import type { Messages } from '../messages/messages.ts';
import { loadMessages } from './load-messages.ts';

/** The words of an element, in the language that its surroundings ask for. */
export class Words {
  readonly #tags: () => readonly (string | null | undefined)[];
  readonly #onLoaded: () => void;
  #messages: Messages | undefined;

  /**
   * @param tags - BCP 47 tags, most wanted first
   * @param onLoaded - other words can be drawn
   */
  constructor(tags: () => readonly (string | null | undefined)[], onLoaded: () => void) {
    this.#tags = tags;
    this.#onLoaded = onLoaded;
  }

  /** The language that the words should have. */
  get language(): Language {
    return chooseLanguage(this.#tags());
  }

  /** The words that are there; those of another language until the wanted ones have come. */
  get messages(): Messages | undefined {
    return this.#messages;
  }

  /** The words in the wanted language. Throws `proxy-unreachable` when they cannot be fetched. */
  async load(): Promise<Messages> {
    const { language } = this;
    if (this.#messages?.language === language) return this.#messages;
    const messages = await loadMessages(language);
    // Another language may have been asked for meanwhile.
    if (language === this.language) this.#messages = messages;
    this.#onLoaded();
    return messages;
  }
}
