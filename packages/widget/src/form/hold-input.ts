import { listen, TEXT_CONTROLS } from './page.ts';
import type { TextControl } from './text-commits.ts';

/** What gives an answer by a click or a key. The submit button does nothing meanwhile. */
const CHOOSERS = 'input, select, label, [role=option], button:not([part=submit])';
/** What opens or chooses when it is pressed, before any click. */
const PRESSED = 'select, [role=option]';
/** Keys that belong to the browser, like those with Ctrl or ⌘. */
const PASSING_KEYS = /^(?:Tab|Escape|F\d+)$/;

/**
 * Keeps the fields of a form from taking input, so that what is being sent is what is on the screen. Nothing loses the
 * focus, as it would if it were disabled.
 *
 * @returns a function that ends this
 */
export function holdInput(container: HTMLElement): () => void {
  const texts = [...container.querySelectorAll<TextControl>(TEXT_CONTROLS)];
  for (const control of texts) control.readOnly = true;
  const hold = (selector: string) => (event: Event) => {
    if ((event.target as Element).closest(selector) === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const holdChoice = hold(CHOOSERS);
  const end = listen(
    container,
    {
      click: holdChoice,
      drop: holdChoice,
      keydown: (event: KeyboardEvent) => {
        if (!event.ctrlKey && !event.metaKey && !PASSING_KEYS.test(event.key)) holdChoice(event);
      },
      mousedown: hold(PRESSED),
      pointerdown: hold(PRESSED),
    },
    { capture: true },
  );
  return () => {
    end();
    for (const control of texts) control.readOnly = false;
  };
}
