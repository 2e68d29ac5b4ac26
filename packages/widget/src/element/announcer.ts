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
  /** Reads what was said last, in the current language; `undefined` when that is nothing. */
  #spoken: (() => string) | undefined;
  /** Title and text that are shown. */
  #shown: string | undefined;
  /** Title and text of the last error; an automatic retry does not announce it again. */
  #announcedError: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onText - the text changed outside of an update */
  constructor(onText: () => void) {
    this.#onText = onText;
  }

  get text(): string {
    return this.#spoken?.() ?? '';
  }

  /**
   * Announces what is shown now; does nothing when it is unchanged.
   *
   * @param isTitleRead - a screen reader reads the title by itself, as a heading with the focus
   */
  update(announcement: Announcement | undefined, isTitleRead: boolean): void {
    const shown = announcement && `${announcement.title} ${announcement.text}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    clearTimeout(this.#timer);
    this.#spoken = undefined;
    if (announcement === undefined) return;
    const { kind, text, further = '' } = announcement;
    if (kind === 'progress') {
      this.#timer = setTimeout(() => this.say(() => spokenText(announcement)), PROGRESS_DELAY_MS);
      return;
    }
    const isRepeated = kind === 'error' && shown === this.#announcedError;
    this.#announcedError = kind === 'error' ? shown : undefined;
    if (isRepeated) return;
    const spoken = isTitleRead ? `${text} ${further}`.trim() : spokenText(announcement);
    this.#spoken = () => spoken;
  }

  /** @param text - reads it in the current language */
  say(text: () => string): void {
    this.#spoken = text;
    this.#onText();
  }

  /** A request failed: the next update announces the error, even if it was shown during a retry. */
  errorRaised(): void {
    this.#shown = undefined;
  }

  /** The candidate pressed a button: the same error is worth announcing again. */
  buttonPressed(): void {
    this.#announcedError = undefined;
    this.#spoken = undefined;
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
