import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { chooseLocale, isSame, unreachableMessages, type LocaleChoice } from '../i18n/locale.ts';
import type { HostMessages, Messages } from '../i18n/messages.ts';
import type { Unreachable } from '../i18n/problem-messages.ts';
import { chunks } from './chunks.ts';

type MessageElement = ReactiveControllerHost & { messages: HostMessages | null };
type LanguageTags = readonly (string | null | undefined)[];

/** Loads the messages of an element in its language, with the host's overrides. */
export class MessageLoader implements ReactiveController {
  readonly #element: MessageElement;
  readonly #languages: () => LanguageTags;
  #loaded: { messages: Messages; locale: LocaleChoice } | undefined;
  #requestedLocale: LocaleChoice | undefined;
  #hasFailed = false;
  /** The BCP 47 tag that the proxy chose, and the tags from which it did. */
  #chosen: { tag: string; from: string } | undefined;

  /** @param languages - BCP 47 tags, preferred first */
  constructor(element: MessageElement, languages: () => LanguageTags) {
    this.#element = element;
    this.#languages = languages;
    element.addController(this);
  }

  hostUpdate(): void {
    if (!isSame(this.#requestedLocale, this.locale)) void this.load().catch(() => {});
  }

  get locale(): LocaleChoice {
    const tags = this.#languages();
    const { tag, from } = this.#chosen ?? {};
    return chooseLocale(tags, this.#element.messages, from === tags.join() ? tag : undefined);
  }

  /**
   * The proxy is asked to choose a language now. The returned function takes its choice, which counts until the
   * page or the session prefers others.
   */
  localeRequested(): (tag: string) => void {
    const from = this.#languages().join();
    return (tag) => {
      this.#chosen = { tag, from };
    };
  }

  /** The loaded messages; those of the previous language until the new ones arrive. */
  get messages(): Messages | undefined {
    return this.#loaded?.messages;
  }

  /** Messages that are available without loading. */
  get unreachable(): Unreachable {
    return unreachableMessages(this.locale);
  }

  /** Whether there are no messages because they could not be loaded. */
  get hasFailed(): boolean {
    return this.#hasFailed && this.#loaded === undefined;
  }

  /** Our own messages in a language. Rejects with `proxy-unreachable`. */
  loadOurs(tag: string): Promise<Messages> {
    return chunks.messages(chooseLocale([tag], null).base);
  }

  /** The messages for the current language. Rejects with `proxy-unreachable`. */
  async load(): Promise<Messages> {
    const { locale } = this;
    this.#requestedLocale = locale;
    if (this.#loaded && isSame(this.#loaded.locale, locale)) return this.#loaded.messages;
    const messages = await loadMessages(locale).catch((error: unknown) => {
      this.#hasFailed = true;
      this.#element.requestUpdate();
      throw error;
    });
    // The language may have changed meanwhile.
    if (isSame(locale, this.locale)) {
      this.#hasFailed = false;
      this.#loaded = { messages, locale };
    }
    this.#element.requestUpdate();
    return messages;
  }
}

async function loadMessages({ base, language, layers }: LocaleChoice): Promise<Messages> {
  const [messages, overrides] = await Promise.all([
    chunks.messages(base),
    layers.length > 0 ? chunks.hostOverrides() : undefined,
  ]);
  return overrides?.applyHostOverrides(messages, language, layers) ?? messages;
}

/** The nearest `lang` around an element, across shadow roots. */
export function surroundingLanguage(element: Element): string | null {
  const named = element.closest('[lang]');
  if (named !== null) return named.getAttribute('lang');
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? surroundingLanguage(root.host) : null;
}
