import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { problemFrom, type ProblemError } from '../api/problem-error.ts';
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
  readonly #report: (error: ProblemError) => void;
  #loaded: { messages: Messages; locale: LocaleChoice } | undefined;
  #requestedLocale: LocaleChoice | undefined;
  #failedLocale: LocaleChoice | undefined;
  /** The BCP 47 tag that the proxy chose, and the tags from which it did. */
  #chosen: { tag: string; from: string } | undefined;

  /**
   * @param languages - BCP 47 tags, preferred first
   * @param report - another language could not be loaded; the candidate sees the previous one
   */
  constructor(
    element: MessageElement,
    languages: () => LanguageTags,
    report: (error: ProblemError) => void,
  ) {
    this.#element = element;
    this.#languages = languages;
    this.#report = report;
    element.addController(this);
  }

  hostUpdate(): void {
    if (!isSame(this.#requestedLocale, this.#wanted)) void this.load().catch(() => {});
  }

  get #wanted(): LocaleChoice {
    const tags = this.#languages();
    const { tag, from } = this.#chosen ?? {};
    return chooseLocale(tags, this.#element.messages, from === tags.join() ? tag : undefined);
  }

  /** The language that the candidate sees: the previous one until the messages of the new one arrive. */
  get locale(): LocaleChoice {
    const wanted = this.#wanted;
    const shown = this.#loaded?.locale ?? wanted;
    return isSame(shown, wanted) ? wanted : shown;
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

  /** The messages of {@link locale}, once they are loaded. */
  get messages(): Messages | undefined {
    return this.#loaded?.messages;
  }

  /** Messages that are available without loading. */
  get unreachable(): Unreachable {
    return unreachableMessages(this.locale);
  }

  /** Whether there are no messages because they could not be loaded. */
  get hasFailed(): boolean {
    return this.#failedLocale !== undefined && this.#loaded === undefined;
  }

  /** Our own messages in a language. Rejects with `proxy-unreachable`. */
  loadOurs(tag: string): Promise<Messages> {
    return chunks.messages(chooseLocale([tag], null).base);
  }

  /** The messages for the current language, or the previous one. Rejects with `proxy-unreachable`. */
  async load(): Promise<Messages> {
    const locale = this.#wanted;
    this.#requestedLocale = locale;
    if (this.#loaded && isSame(this.#loaded.locale, locale)) return this.#loaded.messages;
    try {
      const messages = await loadMessages(locale);
      // The language may have changed meanwhile.
      if (!isSame(locale, this.#wanted)) return this.load();
      this.#failedLocale = undefined;
      this.#loaded = { messages, locale };
      return messages;
    } catch (error) {
      const isNew = !isSame(this.#failedLocale, locale);
      this.#failedLocale = locale;
      if (this.#loaded === undefined) throw error;
      if (isNew) this.#report(problemFrom(error));
      return this.#loaded.messages;
    } finally {
      this.#element.requestUpdate();
    }
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
