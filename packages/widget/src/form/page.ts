/** Elements that take a field's value. */
export const CONTROLS = 'input:not([disabled]), select, textarea, button';

/** Elements that take text. */
export const TEXT_CONTROLS = 'textarea, input:not([type=radio], [type=checkbox], [type=file])';

/** Focuses a field and scrolls it into view, with its label where both fit. Opens its `<details>`. */
export function focusField(field: HTMLElement): void {
  unfold(field);
  const target = firstControl(field);
  target.focus({ preventScroll: true });
  (field.closest('.field') ?? field).scrollIntoView({ block: 'nearest' });
  target.scrollIntoView({ block: 'nearest' });
}

/**
 * Focuses the error summary and scrolls to its top: it may be taller than the screen. Leaves the focus and
 * the page where the candidate types outside the form.
 */
export function focusSummary(summary: HTMLElement | null): void {
  if (summary === null || isTypingElsewhere(summary)) return;
  summary.focus({ preventScroll: true });
  summary.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

/** What a candidate presses, which needs no focus afterwards. */
const PRESSED = 'body, button, a, summary, [role=button], [type=button], [type=submit]';

/**
 * Whether the candidate is busy in another part of the page than the shadow root around `inner`: in a field,
 * a frame, or anything else that takes keys.
 */
export function isTypingElsewhere(inner: Element): boolean {
  const root = inner.getRootNode() as ShadowRoot | Document;
  // Not by its class, which may be that of another document.
  const host = 'host' in root ? root.host : undefined;
  if (root.activeElement !== null && host !== undefined) return false;
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const isAround = active?.contains(host ?? inner) ?? true;
  return !isAround && active?.matches(PRESSED) === false;
}

/** In a group, the first invalid control, or else the first. */
function firstControl(field: HTMLElement): HTMLElement {
  if (!field.matches('.field')) return field;
  const invalid = field.querySelector<HTMLElement>('[aria-invalid="true"]');
  return invalid ?? field.querySelector('input') ?? field;
}

/** Opens the `<details>` around an element. */
export function unfold(element: Element): void {
  const details = element.closest('details');
  if (details !== null) details.open = true;
}

type Listeners = Record<string, (event: never) => void>;

/**
 * Listens to events of an element. Returns a function that ends this. A `signal` would do the same, but
 * zone.js of Angular 16 and older ignores it where React listens to the same event, and otherwise ends
 * the listeners of the next form, too (angular issue 49591).
 */
export function listen(
  target: EventTarget,
  listeners: Listeners,
  options?: AddEventListenerOptions,
): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) target.addEventListener(name, listener, options);
  return () => {
    for (const [name, listener] of all) target.removeEventListener(name, listener, options);
  };
}

const TIMEOUT_MS = 300;
const FALLBACK_MS = 50;

/** Work that runs once when the page is idle, however often it is scheduled. */
export class IdleWork {
  readonly #work: () => void;
  #cancel: (() => void) | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  schedule(): void {
    this.#cancel ??= whenIdle(() => this.flush());
  }

  flush(): void {
    if (this.#cancel === undefined) return;
    this.cancel();
    this.#work();
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, FALLBACK_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
