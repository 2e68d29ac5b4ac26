import { flushSync } from 'react-dom';
import type { FieldCounts } from './form-handle.ts';
import type { FormStore } from './form-store.ts';
import type { FilledIn } from '../element/filled-in.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Fields that stood in the page before the island came, and what a candidate did with them. */
export class Standing {
  readonly #place: HTMLElement;
  readonly #answers: readonly FilledIn[];
  readonly #focused: HTMLElement | undefined;
  readonly #selection: [number | null, number | null, 'none' | 'forward' | 'backward'] | undefined;
  readonly #isUnfolded: boolean;

  /** @param answers - what was filled in, in the order of the screen */
  constructor(place: HTMLElement, answers: readonly FilledIn[] = []) {
    const focused = (place.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    this.#place = place;
    this.#answers = answers;
    this.#isUnfolded = place.querySelector('details[open]') !== null;
    if (!place.contains(focused)) return;
    this.#focused = focused ?? undefined;
    if (isText(focused)) {
      const { selectionStart, selectionEnd, selectionDirection } = focused;
      this.#selection = [selectionStart, selectionEnd, selectionDirection ?? 'none'];
    }
  }

  /** How far the drawn fields say that the candidate is; `undefined` where they do not. */
  get progress(): Omit<FieldCounts, 'fields'> | undefined {
    const bar = this.#place.querySelector('progress');
    return bar ? { required: bar.max, missing: bar.max - bar.value } : undefined;
  }

  /** Has the form take over what was filled in; nobody who is typing is disturbed. */
  handOver(store: FormStore): void {
    const commit = () => flushSync(() => store.commitAll('gently'));
    let left = this.#answers;
    let count: number;
    // In the order of the screen. An answer may bring the field of another, so it is tried again.
    do {
      count = left.length;
      left = left.filter((answer) => {
        if (answer.picked === undefined) return !this.#write(answer.name, answer.text);
        // Another shape takes over only what the form knows.
        commit();
        return !flushSync(() => store.pick(answer.name, answer.picked));
      });
      commit();
    } while (left.length > 0 && left.length < count);
  }

  /** Puts focus, selection and what was unfolded back, in fields that were drawn anew. */
  putBack(): void {
    const details = this.#place.querySelector('details');
    if (details !== null && this.#isUnfolded) details.open = true;
    const { id = '', isConnected = true } = this.#focused ?? {};
    if (isConnected) return;
    const control = (this.#place.getRootNode() as ShadowRoot).getElementById(id);
    control?.focus({ preventScroll: true });
    if (isText(control) && this.#selection) control.setSelectionRange(...this.#selection);
  }

  /** Whether there is such a field. */
  #write(name: string, text: string): boolean {
    // Of a draft, it may have become a choice since.
    const control = this.#place.querySelector<TextControl>(
      `[name="${name}"]:not([type=radio], [type=checkbox], select)`,
    );
    if (control !== null && control.value !== text) control.value = text;
    return control !== null;
  }
}

function isText(control: Element | null): control is TextControl {
  return (
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && control.selectionStart !== null)
  );
}
