import { adoptStyles } from './adopt-styles.ts';

const FOCUSABLE = 'input:not([type=hidden]), select, textarea, button, summary';
const FIELD = ['label', 'hint', 'field'];
const SKELETON_SHAPES = [...FIELD, ...FIELD, 'button'];
/** A throttled page may not run animation frames. */
const MAX_FRAMES_MS = 500;

/**
 * The fixed nodes of the shadow root. Status views are rendered around the form, which never moves,
 * because a moved field loses the focus. Uses the nodes of a prerendered form when there are some.
 */
export class FormLayout {
  readonly root: ShadowRoot;
  readonly base: HTMLElement;
  /** Where the form app renders. */
  readonly formContainer: HTMLElement;
  /** The shape of a form while it loads: as high as two fields and a button. */
  readonly skeleton: HTMLElement;
  /** The focused node of the form, also if it was just removed. */
  #focused: Node | undefined;
  /** While the form is only invisible, before it is hidden. */
  #hiding: Promise<void> | undefined;

  constructor(host: HTMLElement) {
    this.root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.formContainer =
      this.root.querySelector('.base > #form-app') ?? partElement('form', { id: 'form-app' });
    this.base = this.formContainer.parentElement ?? partElement('base', { className: 'base' });
    this.skeleton = partElement('skeleton', { className: 'skeleton' });
    this.skeleton.tabIndex = -1;
    this.skeleton.setAttribute('role', 'img');
    this.skeleton.append(...SKELETON_SHAPES.map(skeletonShape));
    if (this.formContainer.parentElement === null) this.base.append(this.formContainer);
    this.formContainer.before(this.skeleton);
    if (this.base.parentNode !== this.root) this.root.append(this.base);
    // The element was loaded late.
    this.root.querySelector('.unavailable')?.remove();
    this.adoptStyles();
    this.#trackFocus();
  }

  /**
   * Whether the focused node of the form was just removed. Then a call of the element's `focus()` is
   * React's, which restores the focus, but to the host of the shadow root.
   */
  get isFocusLost(): boolean {
    return this.#focused?.isConnected === false;
  }

  /** Whether what had the focus is gone, or is the skeleton: the form is shown in its place. */
  isReplaced(focused: Element | null): boolean {
    if (focused === null) return false;
    const isGone = !focused.isConnected && this.root.activeElement === null;
    return isGone || focused === this.skeleton;
  }

  focus(options?: FocusOptions): void {
    const control = this.formContainer.querySelector<HTMLElement>(FOCUSABLE);
    (control ?? this.skeleton).focus(options);
  }

  /**
   * Shows one of the three; the card is rendered elsewhere. Resolves when the form is hidden, or at once
   * if it is shown.
   *
   * @param isFocusMoved - whether the focus was just moved out of the form. Then, for two frames, the form
   *   is only invisible: a screen reader that notices its removal before the new focus finds the heading
   *   by itself, and does not read it.
   */
  async show(part: 'form' | 'skeleton' | 'card', isFocusMoved = false): Promise<void> {
    const isForm = part === 'form';
    this.skeleton.hidden = part !== 'skeleton';
    this.formContainer.classList.toggle('unseen', !isForm);
    if (isForm) this.#hiding = undefined;
    else if (isFocusMoved && !this.formContainer.hidden) this.#hiding = twoFrames();
    const hiding = this.#hiding;
    if (hiding === undefined) this.formContainer.hidden = !isForm;
    await hiding;
    if (this.#hiding !== hiding || hiding === undefined) return;
    this.#hiding = undefined;
    this.formContainer.hidden = true;
  }

  /**
   * Listens to an event of the form. During hydration, the form app stops events at the form container;
   * this listener is on its parent, so it is called first.
   */
  listen(name: 'input' | 'click' | 'focusin' | 'focusout', onEvent: (event: Event) => void): void {
    const onFormEvent = (event: Event) => {
      if (this.formContainer.contains(event.target as Node)) onEvent(event);
    };
    this.base.addEventListener(name, onFormEvent, { capture: true });
  }

  /** Sets only changes: each assignment makes the browser compute the styles of all fields again. */
  setLanguage(language: string, dir: 'ltr' | 'rtl'): void {
    if (this.base.lang !== language) this.base.lang = language;
    if (this.base.dir !== dir) this.base.dir = dir;
  }

  /** Called again in another document, where the sheets of the last one do not apply. */
  adoptStyles(): void {
    adoptStyles(this.root);
  }

  #trackFocus(): void {
    this.listen('focusin', ({ target }) => {
      this.#focused = target as Node;
    });
    this.listen('focusout', ({ target }) =>
      // A removed node still counts until React is done with it.
      queueMicrotask(() => {
        if (this.#focused === target) this.#focused = undefined;
      }),
    );
    new MutationObserver(() => {
      if (this.isFocusLost) this.#focused = undefined;
    }).observe(this.formContainer, { childList: true, subtree: true });
  }
}

function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    // A hidden page has no frames.
    setTimeout(resolve, document.hidden ? 0 : MAX_FRAMES_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

function skeletonShape(shape: string): HTMLElement {
  const element = document.createElement('span');
  element.className = `bone ${shape}-shape`;
  return element;
}

function partElement(
  part: string,
  names: Pick<Partial<HTMLElement>, 'id' | 'className'>,
): HTMLElement {
  const element = Object.assign(document.createElement('div'), names);
  element.setAttribute('part', part);
  return element;
}
