import type { ReactiveController } from 'lit';
import { chooseLocale, isSame, unreachableMessages, type LocaleChoice } from '../i18n/locale.ts';
import type { HostMessages, Messages } from '../i18n/messages.ts';
import { UNREACHABLE, type Unreachable } from '../i18n/problem-messages.ts';
import { chunks } from './chunks.ts';

/** Messages that the host page set for all elements. */
class PageMessages extends EventTarget {
  #current: HostMessages | null = null;

  get current(): HostMessages | null {
    return this.#current;
  }

  /** Dispatches `change`. */
  set current(messages: HostMessages | null) {
    this.#current = messages;
    this.dispatchEvent(new Event('change'));
  }
}

export const pageMessages = new PageMessages();

/** The element, as its message loader sees it. */
export interface MessageHost {
  /** BCP 47 tags, most preferred first. */
  languages(): readonly (string | null | undefined)[];
  /** The element's own messages. */
  overrides(): HostMessages | null;
  requestUpdate(): void;
}

/** Loads the messages of an element in its language, with the host's overrides. */
export class MessageLoader implements ReactiveController {
  readonly #host: MessageHost;
  readonly #onPageMessages = () => this.#host.requestUpdate();
  #messages: Messages | undefined;
  /** What `#messages` are. */
  #loaded: LocaleChoice | undefined;
  #requested: LocaleChoice | undefined;
  #hasFailed = false;

  constructor(host: MessageHost) {
    this.#host = host;
  }

  hostConnected(): void {
    pageMessages.addEventListener('change', this.#onPageMessages);
  }

  hostDisconnected(): void {
    pageMessages.removeEventListener('change', this.#onPageMessages);
  }

  /** Loads other messages when the language or the host's overrides changed. */
  hostUpdate(): void {
    if (!isSame(this.#requested, this.locale)) void this.load().catch(() => {});
  }

  /** Language, direction, and overrides that the element should use. */
  get locale(): LocaleChoice {
    return chooseLocale(this.#host.languages(), [pageMessages.current, this.#host.overrides()]);
  }

  /** The loaded messages; those of the previous language until the new ones arrive. */
  get messages(): Messages | undefined {
    return this.#messages;
  }

  /** Messages that are available without loading. */
  get unreachable(): Unreachable {
    return unreachableMessages(this.locale, UNREACHABLE);
  }

  /** Whether there are no messages because they could not be loaded. */
  get hasFailed(): boolean {
    return this.#hasFailed && this.#messages === undefined;
  }

  /** The messages for the current language. Rejects with `proxy-unreachable`. */
  async load(): Promise<Messages> {
    const { locale } = this;
    this.#requested = locale;
    if (this.#messages && isSame(this.#loaded, locale)) return this.#messages;
    const messages = await loadMessages(locale).catch((error: unknown) => {
      this.#hasFailed = true;
      this.#host.requestUpdate();
      throw error;
    });
    // The language may have changed meanwhile.
    if (isSame(locale, this.locale)) {
      this.#hasFailed = false;
      this.#messages = messages;
      this.#loaded = locale;
    }
    this.#host.requestUpdate();
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
