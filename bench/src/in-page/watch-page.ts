import type { FieldFinder } from './find-fields.ts';
import type { Told } from './told.ts';

/** What {@link watchPage} leaves in the page, as `bench`. */
export interface Watch {
  /** The sum of all layout shifts so far, those after a key too. */
  shift: () => number;
  /** The text of what has the focus. */
  focusedText: () => string;
  /** Takes the focus from where it is. */
  leaveField: () => void;
  /** Puts the focus into the text field in the middle of the form; whether it is there then. */
  focusMiddle: () => boolean;
}

/**
 * Runs in a page before anything of it, which is given its text: it holds everything that it needs.
 * Tells when the first text field is painted and takes a key, and puts the focus there; when the first
 * character is painted; how long every further key takes to the screen; and after a click, when an
 * error is painted that was not there before: what `error` selects, or the browser's own bubble, which is no part of the page
 * and is told of by the event `invalid`.
 */
export function watchPage(fields: FieldFinder, error: string | null): void {
  const page = globalThis as unknown as { tell(text: string): void; bench: Watch };
  const tell = (told: Told) => page.tell(JSON.stringify(told));
  const watched = { capture: true, passive: true } as const;

  /** Calls back after the frame that is being made. */
  const afterFrame = (done: (now: number) => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => done(performance.now()));
    port1.start();
    port2.postMessage(0);
  };
  /** Calls back after the next frame. */
  const afterPaint = (done: (now: number) => void) => requestAnimationFrame(() => afterFrame(done));

  const lookForField = () => {
    const field = fields.firstText();
    if (field === undefined) return void requestAnimationFrame(lookForField);
    field.focus({ preventScroll: true });
    afterFrame((ms) => tell({ what: 'usable', ms }));
  };
  requestAnimationFrame(lookForField);

  let isFirst = true;
  let keyAt = 0;
  addEventListener('keydown', ({ timeStamp }) => (keyAt = timeStamp), watched);
  const onInput = () =>
    afterPaint((now) => {
      tell(isFirst ? { what: 'typed', ms: now } : { what: 'key', ms: now - keyAt });
      isFirst = false;
    });
  addEventListener('input', onInput, watched);

  const errors = () =>
    error === null
      ? []
      : fields
          .roots()
          .flatMap((root) => [...root.querySelectorAll(error)])
          .filter(fields.isShown);
  let before = new Set<Element>();
  addEventListener('mousedown', () => (before = new Set(errors())), watched);
  const onClick = ({ timeStamp }: MouseEvent) => {
    let isTold = false;
    const done = (now: number) => {
      if (!isTold) tell({ what: 'error', ms: now - timeStamp });
      isTold = true;
    };
    addEventListener('invalid', () => afterPaint(done), { ...watched, once: true });
    const look = () => {
      if (errors().some((element) => !before.has(element))) afterFrame(done);
      else if (!isTold) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener('click', onClick, watched);

  let shift = 0;
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      shift += entry.value;
  });
  shifts.observe({ type: 'layout-shift', buffered: true });

  page.bench = {
    shift: () => shift,
    focusedText: () => (fields.focused() as HTMLInputElement | null)?.value ?? '',
    leaveField: () => (fields.focused() as HTMLElement | null)?.blur(),
    focusMiddle() {
      const middle = fields.middleText();
      middle?.scrollIntoView({ block: 'center' });
      middle?.focus({ preventScroll: true });
      return middle !== undefined && fields.focused() === middle;
    },
  };
}
