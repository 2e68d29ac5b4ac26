import type { Sentence } from '../i18n/problem-messages.ts';

/** Faster states are not announced: the result follows at once. */
const PROGRESS_DELAY_MS = 1_000;

/**
 * `progress` is announced if it lasts · `error` once until something succeeds or the candidate acts ·
 * `result` each time.
 */
export type AnnouncementKind = 'progress' | 'error' | 'result';

export interface Announcement extends Sentence {
  /** Not announced again when it changes alone: a countdown. */
  further: string | undefined;
  kind: AnnouncementKind;
}

/** Decides what the live region says, so that each change is spoken once. */
export class Announcer {
  readonly #onText: () => void;
  /** What is announced of what is shown; empty when that is nothing. */
  #status = '';
  /** Reads what {@link say} announced, in the current language; it stays until something else is announced. */
  #said: (() => string) | undefined;
  /** Title and text that are shown. */
  #shown: string | undefined;
  #hasFurther = false;
  /** Title and text of the last error; an automatic retry does not announce it again. */
  #announcedError: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onText - the text changed outside of an update */
  constructor(onText: () => void) {
    this.#onText = onText;
  }

  get text(): string {
    return this.#said?.() ?? this.#status;
  }

  /**
   * Announces what is shown now; does nothing when it is unchanged.
   *
   * @param isTitleRead - a screen reader reads the title by itself, as a heading with the focus
   * @returns what it announces; empty when that is nothing new
   */
  update(announcement: Announcement | undefined, isTitleRead: boolean): string {
    const shown = announcement && `${announcement.title} ${announcement.text}`;
    const hadFurther = this.#hasFurther;
    this.#hasFurther = Boolean(announcement?.further);
    // An edit has cancelled the retry that was announced.
    if (shown === this.#shown && hadFurther && !this.#hasFurther) this.#announce('');
    if (shown === this.#shown) return '';
    this.#shown = shown;
    clearTimeout(this.#timer);
    this.#status = '';
    if (announcement === undefined) return '';
    const { kind, text, further = '' } = announcement;
    if (kind === 'progress') {
      this.#timer = setTimeout(() => {
        this.#announce(spokenText(announcement));
        this.#onText();
      }, PROGRESS_DELAY_MS);
      return '';
    }
    const isRepeated = kind === 'error' && shown === this.#announcedError;
    this.#announcedError = kind === 'error' ? shown : undefined;
    if (isRepeated) return '';
    this.#announce(isTitleRead ? `${text} ${further}`.trim() : spokenText(announcement));
    return this.#status;
  }

  /** @param text - reads it in the current language */
  say(text: () => string): void {
    this.#said = text;
    this.#status = '';
    this.#onText();
  }

  /** A request failed: the next update announces the error, even if it was shown during a retry. */
  errorRaised(): void {
    this.#shown = undefined;
  }

  /** The candidate pressed a button: the same error is worth announcing again. */
  buttonPressed(): void {
    this.#announcedError = undefined;
    this.#announce('');
  }

  #announce(status: string): void {
    this.#said = undefined;
    this.#status = status;
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
