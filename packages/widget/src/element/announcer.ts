import type { Sentence } from '../i18n/problem-messages.ts';

/** Faster states are not announced: the result follows at once. */
const PROGRESS_DELAY_MS = 1_000;

/** `progress` passes by itself · `error` is announced once until something succeeds. */
export type AnnouncementKind = 'progress' | 'error' | 'result';

export interface Announcement extends Sentence {
  further: string | undefined;
  kind: AnnouncementKind;
}

/** Decides what the live region says, so that each change is spoken once. */
export class Announcer {
  readonly #onText: () => void;
  #text = '';
  #current: string | undefined;
  /** Title and text of the error that was announced since the last success or press. */
  #error: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onText - the text changed outside of an update */
  constructor(onText: () => void) {
    this.#onText = onText;
  }

  get text(): string {
    return this.#text;
  }

  /**
   * Announces what is shown now; does nothing when it is unchanged.
   *
   * @param movesFocus - to the title, which a screen reader then reads by itself
   */
  update(shown: Announcement | undefined, movesFocus: boolean): void {
    // Without `further`, which counts down.
    const content = shown && `${shown.title} ${shown.text}`;
    if (content === this.#current) return;
    this.#current = content;
    clearTimeout(this.#timer);
    this.#text = '';
    if (shown === undefined) return;
    if (shown.kind === 'progress') {
      this.#timer = setTimeout(() => this.say(spokenText(shown)), PROGRESS_DELAY_MS);
      return;
    }
    const isRepeated = shown.kind === 'error' && content === this.#error;
    this.#error = shown.kind === 'error' ? content : undefined;
    if (isRepeated) return;
    const { text, further = '' } = shown;
    this.#text = movesFocus ? `${text} ${further}`.trim() : spokenText(shown);
  }

  say(text: string): void {
    this.#text = text;
    this.#onText();
  }

  /** An error was raised: announces it even when the same error is already shown. */
  errorRaised(): void {
    this.#current = undefined;
  }

  /** The candidate pressed a button, so that the same error is worth announcing again. */
  pressed(): void {
    this.#error = undefined;
    this.#text = '';
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

export function spokenText({
  title,
  text,
  further = '',
}: Sentence & { further?: string | undefined }): string {
  return `${/[.!?…]$/.test(title) ? title : `${title}.`} ${text} ${further}`.trim();
}
