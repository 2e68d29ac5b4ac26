import type { Choice } from './choice.ts';

/** Smallest height of the list, in pixels: two and a half choices. */
const LEAST = 120;
/** Room left between the list and the keyboard, or the edge of the window. */
const GAP = 8;

/** The list below an input, and the sentence that tells how long it is. */
export class Listbox {
  readonly #input: HTMLInputElement;
  readonly #onTake: (choice: Choice) => void;
  readonly #list = document.createElement('ul');
  readonly #status = document.createElement('output');
  #choices: readonly Choice[] = [];
  #active = -1;

  constructor(input: HTMLInputElement, onTake: (choice: Choice) => void) {
    this.#input = input;
    this.#onTake = onTake;
    this.#list.id = `${input.id}-list`;
    this.#list.hidden = true;
    this.#list.className = 'suggestions';
    this.#list.setAttribute('part', 'suggestions');
    this.#list.setAttribute('role', 'listbox');
    this.#status.className = 'unseen';
    // The input keeps the focus, and with it a phone its keyboard.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => this.#onClick(event));
    input.after(this.#list, this.#status);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', this.#list.id);
    input.setAttribute('aria-expanded', 'false');
  }

  get isOpen(): boolean {
    return !this.#list.hidden;
  }

  get count(): number {
    return this.#choices.length;
  }

  /** The choice that the arrows have come to. */
  get active(): Choice | undefined {
    return this.isOpen ? this.#choices[this.#active] : undefined;
  }

  /** Shows these choices under a name of their own; closes when there are none. */
  open(choices: readonly Choice[], name: string): void {
    this.#choices = choices;
    this.#list.ariaLabel = name;
    this.#list.replaceChildren(...choices.map((choice, index) => this.#option(choice, index)));
    this.#list.hidden = choices.length === 0;
    this.#input.setAttribute('aria-expanded', String(this.isOpen));
    this.#activate(-1);
    if (this.isOpen) this.#place();
  }

  close(): void {
    if (this.isOpen) this.open([], '');
    this.say('');
  }

  /** Moves through the choices, and from the last to the first. */
  move(step: 1 | -1): void {
    if (this.count === 0) return;
    const from = this.#active === -1 && step === -1 ? 0 : this.#active;
    this.#activate((from + step + this.count) % this.count);
  }

  toEnd(isLast: boolean): void {
    this.#activate(isLast ? this.count - 1 : 0);
  }

  say(sentence: string): void {
    this.#status.textContent = sentence;
  }

  remove(): void {
    this.#list.remove();
    this.#status.remove();
    for (const name of ['role', 'aria-autocomplete', 'aria-controls', 'aria-expanded'])
      this.#input.removeAttribute(name);
    this.#input.removeAttribute('aria-activedescendant');
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
    this.#active = index;
    const active = options[index];
    if (active === undefined) return this.#input.removeAttribute('aria-activedescendant');
    this.#input.setAttribute('aria-activedescendant', active.id);
    this.#reveal(active as HTMLElement);
  }

  /** Scrolls the list and nothing around it: the page must not move below a thumb. */
  #reveal({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = this.#list;
    const lowest = offsetTop + offsetHeight - clientHeight;
    this.#list.scrollTop = Math.min(Math.max(scrollTop, lowest), offsetTop);
  }

  /** Below the input, as far as the keyboard; above it when there is more room and too little below. */
  #place(): void {
    const { top, bottom } = this.#input.getBoundingClientRect();
    const view = window.visualViewport;
    const start = view?.offsetTop ?? 0;
    const below = start + (view?.height ?? window.innerHeight) - bottom - GAP;
    const above = top - start - GAP;
    const isAbove = below < LEAST && above > below;
    this.#list.classList.toggle('above', isAbove);
    const room = Math.max(isAbove ? above : below, LEAST);
    this.#list.style.setProperty('--_room', `${room}px`);
  }

  #onClick(event: MouseEvent): void {
    const option = (event.target as Element).closest('li');
    const choice = option && this.#choices[[...this.#list.children].indexOf(option)];
    if (choice) this.#onTake(choice);
  }
}
