import type { Bootstrap, RenderedFields } from 'precandidate-contract';
import type { Frame } from './frame.ts';

const BUTTON = '[part=submit]';

/** Newer than the types of the platform. */
type Parsing = HTMLElement & {
  setHTML?(html: string, options: { sanitizer: { comments: boolean } }): void;
};

/**
 * Fields that a server drew and that nobody listens to yet: they take what is typed, and what is
 * pressed is kept until somebody does. On the page that is a button that says it is busy.
 */
export class DrawnFields {
  readonly #frame: Frame;
  readonly #onChange: () => void;
  /** The token that they were drawn under; `null` when nobody knows. */
  readonly session: string | null;
  #fingerprint: string | null;
  #areTaken = false;

  /**
   * @param from - what the fields in the frame were drawn from, and under which token; `null` when
   *   nobody knows
   * @param onChange - fields have come, or a submit of theirs is kept
   */
  constructor(
    frame: Frame,
    { fingerprint, session }: Record<'fingerprint' | 'session', string | null>,
    onChange: () => void,
  ) {
    this.#frame = frame;
    this.#fingerprint = fingerprint;
    this.session = session;
    this.#onChange = onChange;
    // Once the island listens, no submit comes as far as this.
    frame.root.addEventListener('submit', (event) => {
      event.preventDefault();
      keep(this.#button);
      onChange();
    });
    frame.island.addEventListener('click', ({ target }) => {
      if (!this.#areTaken && (target as HTMLButtonElement).type === 'button')
        keep(target as Element);
    });
  }

  /**
   * Puts fields into their place, unless there are some. Rejects on a page that forbids markup from
   * text, in a browser that has no safe way.
   */
  async paint(asked: Promise<Response>): Promise<void> {
    if (this.areThere) return;
    const answer = await asked;
    const { fields } = (await answer.clone().json()) as Partial<Bootstrap>;
    const { base, island, skeleton } = this.#frame;
    if (!fields?.html || this.areThere) return;
    const parsed: Parsing = document.createElement('div');
    // A safe one passes a policy of trusted types. Between two texts, React wants the comment.
    if (parsed.setHTML) parsed.setHTML(fields.html, { sanitizer: { comments: true } });
    else parsed.innerHTML = fields.html;
    const { childNodes, nextSibling, parentElement } = parsed.querySelector('#island') as Element;
    this.#fingerprint = fields.fingerprint;
    base.lang = parentElement?.lang ?? '';
    island.append(...childNodes);
    base.append(nextSibling ?? '');
    skeleton.hidden = true;
    this.#onChange();
  }

  /** Whether there are any. */
  get areThere(): boolean {
    return this.#frame.island.firstChild !== null;
  }

  /** What they were drawn from; `null` when nobody knows. */
  get fingerprint(): string | null {
    return this.#fingerprint;
  }

  /** Whether they are what the proxy would draw now. */
  areLike(fields: Pick<RenderedFields, 'fingerprint'> | null | undefined): boolean {
    return this.areThere && fields?.fingerprint === this.#fingerprint;
  }

  get isSubmitHeld(): boolean {
    return this.areThere && this.#button?.ariaDisabled === 'true';
  }

  /** The island is about to take over: what was pressed and kept for it, in the order of the page. */
  release(): HTMLButtonElement[] {
    const { island } = this.#frame;
    const kept = [...island.querySelectorAll<HTMLButtonElement>('button[aria-disabled]')];
    for (const button of kept) button.removeAttribute('aria-disabled');
    return kept;
  }

  /** The island listens. */
  taken(): void {
    this.#areTaken = true;
  }

  /** A submit that is kept, as one by the button. */
  submit(): void {
    this.#form?.requestSubmit();
  }

  /** Empties them. */
  reset(): void {
    this.#form?.reset();
    this.release();
  }

  /** Takes them out of the page, and what was typed with them. */
  remove(): void {
    this.#frame.island.replaceChildren();
  }

  get #form(): HTMLFormElement | null {
    return this.#frame.island.querySelector('form');
  }

  get #button(): Element | null {
    return this.#frame.island.querySelector(BUTTON);
  }
}

function keep(button: Element | null): void {
  button?.setAttribute('aria-disabled', 'true');
}
