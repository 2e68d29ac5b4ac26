import type { RenderedFields } from 'precandidate-contract';
import type { FormLayout } from './form-layout.ts';

/** A prerendered form, parsed: the content of the element's shadow root. */
export interface ParsedForm {
  content: HTMLElement;
  /** Hash of the schema, locale, and widget version. */
  fingerprint: string;
}

/** What the loader requested for an element before the element was defined. */
export interface PrefetchedBootstrap {
  /** The token of the request; the page may have set another one since. */
  session: string;
  response: Promise<Response>;
  /** `undefined` when the page contains a prerendered form already. */
  form: Promise<ParsedForm | undefined> | undefined;
  /** Of the form that the loader shows; `null` while it shows none. */
  fingerprint: string | null;
}

/**
 * The form as the proxy rendered it, before React hydrates it. Fields take input; a submit is deferred,
 * which the button shows as `aria-disabled`. An edit cancels it.
 */
export class PrerenderedForm {
  /** The token that it was rendered for; `null` when unknown. */
  readonly session: string | null;
  /** BCP 47 tag; `undefined` when nothing is prerendered. */
  readonly language: string | undefined;
  readonly #layout: FormLayout;
  #prefetched: PrefetchedBootstrap | undefined;
  #fingerprint: string | null;
  #isSubmitDeferred: boolean;
  #isHydrated = false;

  constructor(layout: FormLayout, prefetched: PrefetchedBootstrap | undefined) {
    const { host } = layout.root;
    this.#layout = layout;
    this.#prefetched = prefetched;
    this.#fingerprint = prefetched?.fingerprint ?? host.getAttribute('rendered');
    this.session = prefetched?.session ?? host.getAttribute('session');
    // The loader may have deferred a submit.
    this.#isSubmitDeferred = this.#button?.ariaDisabled === 'true';
    this.language = this.isPresent ? layout.base.lang : undefined;
    layout.root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.isPresent) return;
      this.#isSubmitDeferred = true;
      this.#button?.setAttribute('aria-disabled', 'true');
    });
    layout.listen('input', () => this.endDeferral());
  }

  /** The loader's bootstrap response for a token, once. */
  takeResponse(token: string): Promise<Response> | undefined {
    const prefetched = this.#prefetched;
    this.#prefetched = undefined;
    return prefetched?.session === token ? prefetched.response : undefined;
  }

  /** Shows a form that arrives after the element was defined; returns whether it did. */
  async showPrefetched(currentSession: () => string | null): Promise<boolean> {
    const parsed = await this.#prefetched?.form;
    const form = parsed?.content.querySelector('#form-app');
    if (!form || this.#isHydrated || this.isPresent || currentSession() !== this.session)
      return false;
    this.#fingerprint = parsed?.fingerprint ?? null;
    const { nextSibling } = form;
    this.#layout.formContainer.append(...form.childNodes);
    if (nextSibling) this.#layout.formContainer.after(nextSibling);
    this.#layout.skeleton.hidden = true;
    return true;
  }

  /** Whether a form waits for hydration. */
  get isPresent(): boolean {
    return !this.#isHydrated && this.#layout.formContainer.firstChild !== null;
  }

  /** Whether the proxy would render the same now. */
  matches(fields: Pick<RenderedFields, 'fingerprint'> | null | undefined): boolean {
    return this.isPresent && fields?.fingerprint === this.#fingerprint;
  }

  get isSubmitDeferred(): boolean {
    return this.#isSubmitDeferred;
  }

  /** Ends the deferral; returns whether a submit was deferred. */
  endDeferral(): boolean {
    const isDeferred = this.#isSubmitDeferred;
    this.#isSubmitDeferred = false;
    if (isDeferred) this.#button?.removeAttribute('aria-disabled');
    return isDeferred;
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
  }

  /** Removes the form, its input, and a deferred submit. */
  remove(): void {
    this.endDeferral();
    if (this.isPresent) this.#layout.formContainer.replaceChildren();
    this.#removeNotices();
  }

  /** The notices about a deferred submit, which styles alone show and hide. */
  #removeNotices(): void {
    this.#layout.base.querySelector('.pending-notices')?.remove();
  }

  get #form(): HTMLFormElement | null {
    return this.#layout.formContainer.querySelector('form');
  }

  get #button(): Element | null {
    return this.#layout.formContainer.querySelector('[part=submit]');
  }
}
