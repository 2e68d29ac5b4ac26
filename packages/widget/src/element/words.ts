import type { HostMessages, Messages } from '../i18n/messages.ts';
import {
  isSame,
  type Language,
  unreachableMessages,
  chooseLocale,
  type LocaleChoice,
} from '../i18n/locale.ts';
import type { Unreachable } from '../i18n/problem-messages.ts';
import { loadMessages } from './load-messages.ts';

/** What decides the words of an element. */
export interface WordSources {
  /** BCP 47 tags, most wanted first. */
  tags: readonly (string | null | undefined)[];
  /** The host's words: those of the page, then those of the element. */
  hosts: readonly (HostMessages | null)[];
}

/** The words of an element, in the language that its surroundings ask for. */
export class Words {
  readonly #sources: () => WordSources;
  readonly #unreachable: Record<Language, Unreachable>;
  readonly #onChange: () => void;
  #messages: Messages | undefined;
  /** What `#messages` are. */
  #had: LocaleChoice | undefined;
  /** What was asked for last. */
  #asked: LocaleChoice | undefined;
  #hasFailed = false;

  /** @param onChange - other words can be drawn, or none can be had */
  constructor(
    sources: () => WordSources,
    unreachable: Record<Language, Unreachable>,
    onChange: () => void,
  ) {
    this.#sources = sources;
    this.#unreachable = unreachable;
    this.#onChange = onChange;
  }

  /** What the words should be. */
  get wanted(): LocaleChoice {
    const { tags, hosts } = this.#sources();
    return chooseLocale(tags, hosts);
  }

  /** The words that are there; those of another language until the wanted ones have come. */
  get messages(): Messages | undefined {
    return this.#messages;
  }

  /** What can be said without any of them. */
  get unreachable(): Unreachable {
    return unreachableMessages(this.wanted, this.#unreachable);
  }

  /** Whether there are none and they could not be fetched, so that none will come by themselves. */
  get hasFailed(): boolean {
    return this.#hasFailed && this.#messages === undefined;
  }

  /**
   * Fetches the words when the surroundings ask for others than before. Asked before every drawing,
   * so that whatever changes the language brings its words.
   */
  follow(): void {
    if (!isSame(this.#asked, this.wanted)) void this.load().catch(() => {});
  }

  /** The words that are wanted. Throws `proxy-unreachable` when they cannot be fetched. */
  async load(): Promise<Messages> {
    const { wanted } = this;
    this.#asked = wanted;
    if (this.#messages && isSame(this.#had, wanted)) return this.#messages;
    const messages = await loadMessages(wanted).catch((error: unknown) => {
      this.#hasFailed = true;
      this.#onChange();
      throw error;
    });
    // Others may have been asked for meanwhile.
    if (isSame(wanted, this.wanted)) {
      this.#hasFailed = false;
      this.#messages = messages;
      this.#had = wanted;
    }
    this.#onChange();
    return messages;
  }
}
