import type { BootstrapRequest, RenderedFields } from 'precandidate-contract';
import { cleanToken } from '../api/session-source.ts';
import { pause } from '../api/timing.ts';
import type { ParsedForm, PrefetchedBootstrap } from './chunks.ts';
import type { FormLayout } from './form-layout.ts';

/** A pause between words. */
const PAUSE_MS = 400;
/** How long a loaded form waits for such a pause. */
const MAX_WAIT_MS = 3_000;

/**
 * The nodes of a form as the proxy rendered it, with what the candidate does in them before the form app has them,
 * and the loader's request for them. A submit waits until the form app has the form; an edit cancels it.
 * `form/form-app.tsx` hydrates them.
 */
export class PrerenderedForm {
  /** The token that it was rendered for; `null` when unknown. */
  readonly session: string | null;
  /** BCP 47 tag; `undefined` when the element was created without a prerendered form. */
  readonly language: string | undefined;
  readonly #layout: FormLayout;
  #prefetched: PrefetchedBootstrap | undefined;
  #fingerprint: string | null;
  #typedAt = -Infinity;
  /** Names of the controls that the candidate saw at a submit; `undefined` when no submit waits. */
  #seen: ReadonlySet<string> | undefined;

  constructor(layout: FormLayout, prefetched: PrefetchedBootstrap | undefined) {
    const { host } = layout.root;
    this.#layout = layout;
    this.#prefetched = prefetched;
    this.#fingerprint = prefetched?.fingerprint ?? host.getAttribute('rendered');
    this.session = prefetched?.request.session ?? cleanToken(host.getAttribute('session'));
    this.language = this.isInPage ? layout.base.lang : undefined;
    // Until the element is defined, the loader defers a submit.
    if (this.#button?.ariaDisabled === 'true') this.deferSubmit();
  }

  get isInPage(): boolean {
    return this.#layout.formContainer.firstChild !== null;
  }

  /** The loader's bootstrap response, once, if it requested the same. */
  takeResponse({ session, locale }: BootstrapRequest): Promise<Response> | undefined {
    const prefetched = this.#prefetched;
    this.#prefetched = undefined;
    const isSame = prefetched?.request.session === session && prefetched.request.locale === locale;
    return isSame ? prefetched.response : undefined;
  }

  /** The form that the loader requested; `undefined` when there is none to show. */
  get prefetched(): Promise<ParsedForm | undefined> | undefined {
    return this.#prefetched?.form;
  }

  show({ content, fingerprint }: ParsedForm): void {
    const form = content.querySelector('#form-app');
    if (!form) return;
    this.#fingerprint = fingerprint;
    const { nextSibling } = form;
    this.#layout.formContainer.append(...form.childNodes);
    if (nextSibling) this.#layout.formContainer.after(nextSibling);
  }

  /** Whether its nodes are those that the form app renders for this response. */
  matches(fields: Pick<RenderedFields, 'fingerprint'> | null | undefined): boolean {
    return this.isInPage && fields?.fingerprint === this.#fingerprint;
  }

  /** The candidate submits. Style sheets show the notices for a marked button. */
  deferSubmit(): void {
    this.#seen = new Set(this.#controls.map(({ name }) => name));
    this.#button?.setAttribute('aria-disabled', 'true');
  }

  /**
   * The deferred submit is made, or cancelled. Returns the names of the controls that the candidate saw;
   * `undefined` when no submit waited.
   */
  endDeferredSubmit(): ReadonlySet<string> | undefined {
    const seen = this.#seen;
    if (seen) this.#button?.setAttribute('aria-disabled', 'false');
    this.#seen = undefined;
    return seen;
  }

  /** The form app has the form: removes the notices about a deferred submit. */
  removeNotices(): void {
    this.#layout.base.querySelector('.pending-notices')?.remove();
  }

  /** The candidate is typing. */
  typing(): void {
    this.#typedAt = performance.now();
  }

  /** While the candidate types, the next key would wait for each step of mounting (ADR 17). */
  async typingPause(signal: AbortSignal): Promise<void> {
    const end = performance.now() + MAX_WAIT_MS;
    const leftMs = () => Math.min(this.#typedAt + PAUSE_MS, end) - performance.now();
    while (leftMs() > 0 && !signal.aborted) await pause(leftMs(), signal, false);
  }

  /** Whether the candidate has filled in a text. */
  get isFilledIn(): boolean {
    return this.#controls.some(({ value, defaultValue = value }) => value !== defaultValue);
  }

  reset(): void {
    this.#layout.formContainer.querySelector('form')?.reset();
  }

  /** Removes the form with its input. */
  remove(): void {
    this.#layout.formContainer.replaceChildren();
    this.removeNotices();
  }

  get #button(): Element | null {
    return this.#layout.formContainer.querySelector('[part=submit]');
  }

  get #controls(): HTMLInputElement[] {
    const { formContainer } = this.#layout;
    return [...formContainer.querySelectorAll<HTMLInputElement>('[name]:not([type=hidden])')];
  }
}
