import { type Choice, findChoices, isExactMatch } from './choices.ts';

export { readCities } from './choices.ts';

export interface ComboboxOptions {
  /** Reads the choices so far; the list may still load. */
  choices: () => readonly Choice[];
  /** The status message for a number of suggestions. */
  count: (count: number) => string;
  /** Runs what would move the page now, or after the press that is under way, which would miss its target. */
  afterPress: (work: () => void) => void;
  /** Whether only the listed choices are valid. Then the only match is chosen on Enter and Tab. */
  isClosed?: boolean;
  /** Receives each choice instead of the input, which is emptied: for several choices. */
  onTake?: ((choice: Choice) => void) | undefined;
}

/** Minimum height of the list, in pixels: two and a half options. */
const MIN_HEIGHT = 120;
/** Distance between the list and the on-screen keyboard or the edge of the window, in pixels. */
const MARGIN = 8;
/** Distance between the list and its input, in pixels. */
const GAP = 4;
/** What moves the input on the screen. */
const MOVES = [
  [window, 'scroll'],
  [window, 'resize'],
  [window.visualViewport, 'scroll'],
  [window.visualViewport, 'resize'],
] as const;
/** How long the status waits for further keystrokes, so that typing does not cut it off. */
const STATUS_DELAY_MS = 500;

/**
 * Turns a text input into an editable combobox with a listbox (WAI-ARIA). Text is kept as typed
 * unless a choice is taken, which fires an `input` event.
 *
 * @param input - inside an element with `position: relative`, which is removed with it
 * @param options - reads the current options
 * @returns writes its status again, in the words of the current options
 */
export function enhanceAsCombobox(
  input: HTMLInputElement,
  options: () => ComboboxOptions,
): () => void {
  const combobox = new Combobox(input, options);
  return () => combobox.translate();
}

/** How many comboboxes there have been. */
let comboboxes = 0;

class Combobox {
  readonly #input: HTMLInputElement;
  readonly #options: () => ComboboxOptions;
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('div');
  #shown: readonly Choice[] = [];
  #activeIndex = -1;
  #statusTimer: ReturnType<typeof setTimeout> | undefined;
  /** How many suggestions the status is about; `undefined` while it says nothing. */
  #counted: number | undefined;

  constructor(input: HTMLInputElement, options: () => ComboboxOptions) {
    this.#input = input;
    this.#options = options;
    input.removeAttribute('list');
    this.#render();
    this.#listen();
  }

  get #isOpen(): boolean {
    return !this.#list.hidden;
  }

  get #active(): Choice | undefined {
    return this.#isOpen ? this.#shown[this.#activeIndex] : undefined;
  }

  #render(): void {
    const input = this.#input;
    // The input's own id changes when an entry of a list before it is removed.
    comboboxes += 1;
    this.#list.id = `suggestions-${comboboxes}`;
    this.#list.hidden = true;
    this.#list.className = 'suggestions';
    this.#list.setAttribute('part', 'suggestions');
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('translate', 'no');
    this.#list.popover = 'manual';
    this.#status.className = 'unseen status';
    this.#status.ariaLive = 'polite';
    input.after(this.#list, this.#status);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', this.#list.id);
    input.setAttribute('aria-expanded', 'false');
  }

  #listen(): void {
    const input = this.#input;
    input.addEventListener('input', (event) => this.#onInput(event));
    input.addEventListener('keydown', (event) => this.#onKeyDown(event));
    input.addEventListener('click', () => this.#onInputClick());
    input.addEventListener('blur', () => this.#onBlur());
    // Keeps the focus, and a phone's keyboard, in the input.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => this.#onListClick(event));
  }

  #onInput(event: Event): void {
    // Other events come from our own #take and from autofill. Another document has a class of its own.
    if (!('inputType' in event)) return;
    const text = this.#input.value;
    const found = findChoices(this.#options().choices(), text);
    // A list that only repeats the text would cover the next field.
    const isComplete = found.length === 1 && found.some((choice) => isExactMatch(choice, text));
    this.#open(isComplete ? [] : found);
    this.#announce(text === '' ? undefined : found.length);
  }

  #onBlur(): void {
    if (this.#isOpen) this.#open([]);
    clearTimeout(this.#statusTimer);
    this.#options().afterPress(() => this.#announce(undefined));
  }

  #onInputClick(): void {
    if (!this.#input.readOnly && !this.#isOpen) this.#openAll();
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === 'Tab') return void this.#takeOnlyMatch();
    if (!this.#handleKey(event.key)) return;
    event.preventDefault();
    // A dialog around the form must not close on the Escape that closed the list.
    event.stopPropagation();
  }

  /** Returns whether the key was used; Enter in a closed list submits the form, unless several can be chosen. */
  #handleKey(key: string): boolean {
    const active = this.#active;
    switch (key) {
      case 'ArrowDown':
        this.#move(1);
        return true;
      case 'ArrowUp':
        this.#move(-1);
        return true;
      case 'Home':
      case 'End':
        if (active !== undefined) this.#activate(key === 'End' ? this.#shown.length - 1 : 0);
        return active !== undefined;
      case 'Enter':
        return this.#takeOnlyMatch() || this.#options().onTake !== undefined;
      case 'Escape': {
        const wasOpen = this.#isOpen;
        this.#close();
        return wasOpen;
      }
      default:
        return false;
    }
  }

  /** Takes the active choice, or the only one that the text can mean; returns whether there was one. */
  #takeOnlyMatch(): boolean {
    const choice = this.#active ?? this.#onlyMatch() ?? this.#wholeMatch();
    if (choice !== undefined) this.#take(choice);
    return choice !== undefined;
  }

  #onlyMatch(): Choice | undefined {
    const [only, ...others] = this.#isOpen ? this.#shown : [];
    const isUnique = this.#options().isClosed && this.#input.value !== '' && others.length === 0;
    return isUnique ? only : undefined;
  }

  /** Among several choices, the one that the text names: the list is closed once the whole text is typed. */
  #wholeMatch(): Choice | undefined {
    const { choices, onTake } = this.#options();
    const text = this.#input.value;
    if (onTake === undefined || text === '') return undefined;
    return choices().find((choice) => isExactMatch(choice, text));
  }

  #take(choice: Choice): void {
    const { onTake } = this.#options();
    this.#close();
    this.#input.value = onTake === undefined ? choice.text : '';
    onTake?.(choice);
    this.#input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Moves to the next or previous option, wrapping around; opens a closed list first. */
  #move(step: 1 | -1): void {
    if (!this.#isOpen && this.#openAll() !== -1) return;
    const count = this.#shown.length;
    if (count === 0) return;
    const from = this.#activeIndex === -1 && step === -1 ? 0 : this.#activeIndex;
    this.#activate((from + step + count) % count);
  }

  /**
   * Opens the list on the choice that the text names, and returns its index; -1 if it names none. Other text
   * shows what matches it, which may be nothing.
   */
  #openAll(): number {
    const text = this.#input.value;
    const choices = this.#options().choices();
    const current = text === '' ? undefined : choices.find((choice) => isExactMatch(choice, text));
    const all = findChoices(choices, current === undefined ? text : '');
    // The named choice may lie beyond the longest list.
    this.#open(current === undefined || all.includes(current) ? all : [current]);
    if (all.length === 0 && text !== '') this.#announce(0);
    const index = current === undefined ? -1 : this.#shown.indexOf(current);
    if (index !== -1) this.#activate(index);
    return index;
  }

  #open(choices: readonly Choice[]): void {
    this.#shown = choices;
    this.#label();
    this.#list.replaceChildren(...choices.map((choice, index) => this.#option(choice, index)));
    this.#list.hidden = choices.length === 0;
    this.#input.setAttribute('aria-expanded', String(this.#isOpen));
    this.#showInTopLayer(this.#isOpen);
    this.#activate(-1);
  }

  /** Above everything, so that no part of the page clips it. It follows the input as the page scrolls. */
  #showInTopLayer(isShown: boolean): void {
    for (const [target, type] of MOVES) {
      target?.removeEventListener(type, this.#place, true);
      if (isShown) target?.addEventListener(type, this.#place, true);
    }
    if (isShown) this.#place();
    // Older browsers show it above the form only.
    if (this.#list.isConnected) this.#list.togglePopover?.(isShown);
  }

  #close(): void {
    if (this.#isOpen) this.#open([]);
    this.#announce(undefined);
  }

  #option({ text }: Choice, index: number): HTMLLIElement {
    const option = document.createElement('li');
    option.id = `${this.#list.id}-${index}`;
    option.textContent = text;
    option.setAttribute('role', 'option');
    option.setAttribute('part', 'suggestion');
    option.ariaSelected = 'false';
    return option;
  }

  #activate(index: number): void {
    const options = [...this.#list.children];
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === index);
    this.#activeIndex = index;
    const active = options[index];
    if (active === undefined) return this.#input.removeAttribute('aria-activedescendant');
    this.#input.setAttribute('aria-activedescendant', active.id);
    this.#scrollTo(active as HTMLElement);
  }

  /** Scrolls the list only, unlike `scrollIntoView`, which would move the page under a thumb. */
  #scrollTo({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = this.#list;
    const lowest = offsetTop + offsetHeight - clientHeight;
    this.#list.scrollTop = Math.min(Math.max(scrollTop, lowest), offsetTop);
  }

  /** Below the input, or above it where there is more room. */
  readonly #place = (): void => {
    // The form was removed while its list was open.
    if (!this.#input.isConnected) return this.#close();
    const { top, bottom, left, width } = this.#input.getBoundingClientRect();
    // Rectangles have the zoom of the page's CSS in them, and the list's own lengths get it on top. Browsers
    // without this property have it in neither.
    const zoom = this.#input.currentCSSZoom ?? 1;
    const inList = (length: number) => `${length / zoom}px`;
    const view = window.visualViewport;
    const start = view?.offsetTop ?? 0;
    const below = start + (view?.height ?? window.innerHeight) - bottom - MARGIN;
    const above = top - start - MARGIN;
    const isAbove = below < MIN_HEIGHT && above > below;
    const { style } = this.#list;
    style.setProperty('--_room', inList(Math.max(isAbove ? above : below, MIN_HEIGHT)));
    style.setProperty('--_left', inList(left));
    style.setProperty('--_width', inList(width));
    style.setProperty('--_top', isAbove ? 'auto' : inList(bottom + GAP));
    style.setProperty('--_bottom', isAbove ? inList(window.innerHeight - top + GAP) : 'auto');
  };

  #onListClick(event: MouseEvent): void {
    const option = (event.target as Element).closest('li');
    const choice = option && this.#shown[[...this.#list.children].indexOf(option)];
    if (choice) this.#take(choice);
  }

  /** The language may have changed. */
  translate(): void {
    this.#label();
    if (this.#status.textContent !== '') this.#writeStatus();
  }

  #label(): void {
    this.#list.ariaLabel = this.#options().count(this.#shown.length);
  }

  /**
   * Writes the status after a pause; a screen reader would cut it off at the next keystroke. Without
   * suggestions it is visible.
   *
   * @param count - of suggestions; `undefined` when there is nothing to say
   */
  #announce(count: number | undefined): void {
    clearTimeout(this.#statusTimer);
    this.#counted = count;
    this.#status.textContent = '';
    this.#status.className = count === 0 ? 'hint status' : 'unseen status';
    if (count === undefined) return;
    this.#statusTimer = setTimeout(() => this.#writeStatus(), STATUS_DELAY_MS);
  }

  #writeStatus(): void {
    const text = this.#counted === undefined ? '' : this.#options().count(this.#counted);
    // Writing the same text again would announce it again.
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}
