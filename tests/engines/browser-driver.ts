/** A key that a candidate presses besides letters. */
export type Key = 'Enter' | 'Tab' | 'Backspace' | 'ArrowDown';

/** An element of the page, inside of a shadow root too, as its driver knows it. */
export type ElementRef = unknown;

/** The little that the journeys need of a browser, so that one set of journeys runs in every engine. */
export interface BrowserDriver {
  /** Opens a page in a window 390 px wide, with empty storage. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Leaves the page for an empty one and comes back, as with a link and the back button. */
  leaveAndReturn(): Promise<void>;
  /** Opens another tab of the same browser and makes it the current one. */
  openTab(url: string): Promise<void>;
  /** Runs a self-contained function in the page; arguments and result are JSON. */
  evaluate<Result>(
    script: (...args: never[]) => Result,
    ...args: unknown[]
  ): Promise<Awaited<Result>>;
  /** The element that a self-contained function finds in the page, or `null`. */
  find(
    script: (...args: never[]) => Element | null,
    ...args: unknown[]
  ): Promise<ElementRef | null>;
  click(element: ElementRef): Promise<void>;
  /** Focuses the element and presses the keys of `text`. */
  type(element: ElementRef, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Ends the page and what it stored. */
  close(): Promise<void>;
}

/** The browser did not respond to a command: no fault of the page, unless it happens again. */
export class EngineHungError extends Error {
  constructor(command: string) {
    super(`The browser did not respond to ${command}`);
    this.name = 'EngineHungError';
  }
}

/** Starts a browser; each {@link BrowserDriver} is one candidate's page. */
export interface Engine {
  newPage(): Promise<BrowserDriver>;
  close(): Promise<void>;
}
