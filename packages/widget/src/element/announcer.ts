import type { Sentence } from '../i18n/problem-messages.ts';

/** Faster states are not announced: the result follows at once. */
const PROGRESS_DELAY_MS = 1_000;

/** `progress` passes by itself · `error` is announced once until something succeeds. */
export type AnnouncementKind = 'progress' | 'error' | 'result';

/** What is on the screen, for the announcer. */
export interface Announcement extends Sentence {
  /** One more sentence. */
  further: string | undefined;
  kind: AnnouncementKind;
}

/** Where the focus is: `moves` to the heading with this update · `heading` it is there already. */
export type HeadingFocus = 'elsewhere' | 'moves' | 'heading';

/** Decides what the live region says, so that each change is spoken once. */
export class Announcer {
  readonly #onText: () => void;
  #text = '';
  /** Title and text of what is shown. */
  #current: string | undefined;
  /** Title and text of the error that was announced since the last success or press. */
  #error: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onText - the text changed outside of an update */
  constructor(onText: () => void) {
    this.#onText = onText;
  }

  /** Text of the live region. */
  get text(): string {
    return this.#text;
  }

  /** Announces what is shown now; does nothing when it is unchanged. */
  update(shown: Announcement | undefined, focus: HeadingFocus): void {
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
    // A screen reader reads a heading that takes the focus; the live region has the rest.
    const { text, further = '' } = shown;
    this.#text = focus === 'moves' ? `${text} ${further}`.trim() : spokenText(shown);
  }

  /** Announces a text outside of the states. */
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

/** A title and its text as one sentence after the other. */
export function spokenText({
  title,
  text,
  further = '',
}: Sentence & { further?: string | undefined }): string {
  return `${/[.!?…]$/.test(title) ? title : `${title}.`} ${text} ${further}`.trim();
}
