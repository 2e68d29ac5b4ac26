import type { HostMessages } from '../i18n/messages.ts';

/** A host's words for every element of a page. */
export class PageMessages extends EventTarget {
  #messages: HostMessages | null = null;

  get current(): HostMessages | null {
    return this.#messages;
  }

  /** Tells every listener of `change`. */
  set current(messages: HostMessages | null) {
    this.#messages = messages;
    this.dispatchEvent(new Event('change'));
  }
}

export const pageMessages = new PageMessages();
