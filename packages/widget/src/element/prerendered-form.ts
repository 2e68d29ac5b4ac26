import type { RenderedFields } from 'precandidate-contract';
import type { FormLayout } from './form-layout.ts';

/** A prerendered form in the shadow root, before hydration. */
export interface PrerenderInfo {
  /** Hash of the schema, locale, and widget version; `null` when unknown. */
  fingerprint: string | null;
  /** The token that it was rendered for; `null` when unknown. */
  session: string | null;
}

/** A prerendered form, parsed: the content of the element's shadow root. */
export interface ParsedForm {
  content: HTMLElement;
  fingerprint: string;
}

/** What the loader requested for an element before the element was defined. */
export interface PrefetchedBootstrap {
  /** The token of the request; the page may have set another one since. */
  session: string;
  /** Of `POST /bootstrap`. */
  response: Promise<Response>;
  /** `undefined` when the page contains a prerendered form already. */
  form: Promise<ParsedForm | undefined> | undefined;
  /** Of the form that the loader shows; `null` while it shows none. */
  fingerprint: string | null;
}

/**
 * The form as the proxy rendered it, before React hydrates it. Fields take input; a press of the
 * submit button is held, which the button shows as `aria-disabled`. An edit withdraws the press.
 */
export class PrerenderedForm {
  readonly session: string | null;
  /** BCP 47 tag; `undefined` when nothing is prerendered. */
  readonly language: string | undefined;
  readonly #layout: FormLayout;
  #fingerprint: string | null;
  /** The loader may have held a press before. */
  #isPressed: boolean;
  #isHydrated = false;

  constructor(layout: FormLayout, { fingerprint, session }: PrerenderInfo) {
    this.#layout = layout;
    this.#fingerprint = fingerprint;
    this.session = session;
    this.#isPressed = this.#button?.ariaDisabled === 'true';
    this.language = this.isPresent ? layout.base.lang : undefined;
    layout.root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.isPresent) return;
      this.#isPressed = true;
      this.#button?.setAttribute('aria-disabled', 'true');
    });
    // Captured: during hydration, the form app keeps events from React.
    const onInput = () => {
      if (this.isPresent) this.releasePress();
    };
    layout.form.addEventListener('input', onInput, { capture: true });
  }

  /** Shows a form that arrived after the element was defined. */
  show({ content, fingerprint }: ParsedForm): void {
    const form = content.querySelector('#form-app');
    if (this.#isHydrated || this.isPresent || form === null) return;
    this.#fingerprint = fingerprint;
    const { nextSibling } = form;
    this.#layout.form.append(...form.childNodes);
    if (nextSibling) this.#layout.form.after(nextSibling);
    this.#layout.skeleton.hidden = true;
  }

  /** Whether a form waits for hydration. */
  get isPresent(): boolean {
    return !this.#isHydrated && this.#layout.form.firstChild !== null;
  }

  /** Whether the proxy would render the same now. */
  matches(fields: Pick<RenderedFields, 'fingerprint'> | null | undefined): boolean {
    return this.isPresent && fields?.fingerprint === this.#fingerprint;
  }

  /** Takes back a press of the button; `true` when there was one. */
  releasePress(): boolean {
    const isPressed = this.#isPressed;
    this.#isPressed = false;
    if (isPressed) this.#button?.removeAttribute('aria-disabled');
    return isPressed;
  }

  /** The form app handles the form from now on. */
  hydrated(): void {
    this.#isHydrated = true;
    this.#removeNotices();
  }

  submit(): void {
    this.#form?.requestSubmit();
  }

  reset(): void {
    this.#form?.reset();
    this.releasePress();
  }

  /** Removes the form and its input. */
  remove(): void {
    if (this.isPresent) this.#layout.form.replaceChildren();
    this.#removeNotices();
  }

  /** The notices about a held press, which styles alone show and hide. */
  #removeNotices(): void {
    this.#layout.base.querySelector('.pending-notices')?.remove();
  }

  get #form(): HTMLFormElement | null {
    return this.#layout.form.querySelector('form');
  }

  get #button(): Element | null {
    return this.#layout.form.querySelector('[part=submit]');
  }
}
