import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { CandidateForm } from './candidate-form.tsx';
import { EarlyInput } from './early-input.ts';
import type { FormAppOptions } from './form-app-options.ts';
import { FormController, type SavedForm } from './form-controller.ts';
import type { FieldCounts } from './model/form-model.ts';
import { listen } from './page.ts';

type ReactDom = typeof import('react-dom/client');

/** How a form opens. */
export interface MountOptions extends FormAppOptions {
  /** What was stored: what of it the form asks for replaces the schema's defaults once the form is rendered. */
  draft?: SavedForm;
  /** The container holds the form, prerendered from the same options. */
  canHydrate: boolean;
}

/** The bundler's: evaluates a CommonJS module of this chunk when it is called. */
declare function require(name: 'react-dom/client'): ReactDom;

/**
 * Hydrates the prerendered form in an element of a shadow root, or renders a form into it. React works in
 * slices, and the other steps are tasks of their own, so that typing stays responsive (ADR 17). Then one
 * step brings in the draft, and over it what the candidate has done in the form meanwhile.
 *
 * @param signal - removes the form if it aborts before the promise settles
 * @returns the form, as soon as it takes input; rejects when the schema cannot be rendered
 */
export async function mount(
  container: HTMLElement,
  options: MountOptions,
  signal: AbortSignal,
): Promise<FormController> {
  const { canHydrate, draft } = options;
  let isMounted = false;
  const errors: unknown[] = [];
  const onBroken = (error: unknown) => {
    if (isMounted && errors.length === 0) options.onBroken(error);
    errors.push(error);
  };
  await nextTask();
  // Half of the chunk is React DOM: it is evaluated in a task of its own.
  const reactDom = require('react-dom/client');
  await nextTask();
  const controller = new FormController({ ...options, onBroken });
  const { store } = controller;
  await nextTask();
  signal.throwIfAborted();
  controller.count(canHydrate ? prerenderedCounts(container) : undefined);
  // React replaces nodes of another schema, or nodes that the page changed: their input is read before.
  const replacedInput = new EarlyInput(container);
  const prerendered = container.querySelector('form');
  const restoreTextareas = keepTextareas(container);
  const letEventsPass = canHydrate ? keepEventsFromReact(container) : () => {};
  const root = await render(container, controller, canHydrate, reactDom);
  letEventsPass();
  restoreTextareas();
  const isHydrated = prerendered?.isConnected ?? false;
  if (isHydrated) await nextTask();
  controller.attach(container, root);
  try {
    signal.throwIfAborted();
    const input = isHydrated ? new EarlyInput(container) : replacedInput;
    // Who has begun to fill in the prerendered first step stays there.
    if (draft) controller.restore(input.hasBegun ? { ...draft, step: undefined } : draft);
    if (isHydrated && input.isOnlyTyped && !draft) store.textCommits.commitChangedLater();
    else input.commit(controller);
    if (errors.length > 0) throw new Error('The schema cannot be rendered', { cause: errors[0] });
  } catch (error) {
    controller.destroy();
    throw error;
  }
  isMounted = true;
  return controller;
}

/** Resolves when all effects have run, or the form cannot be rendered. */
function render(
  container: HTMLElement,
  controller: FormController,
  canHydrate: boolean,
  { createRoot, hydrateRoot }: ReactDom,
): Promise<Root> {
  const { onBroken } = controller.options;
  return new Promise((resolve) => {
    let root!: Root;
    const app = <CandidateForm controller={controller} onMounted={() => resolve(root)} />;
    const onUncaughtError = (error: unknown) => {
      onBroken(error);
      resolve(root);
    };
    const options = { onUncaughtError, onRecoverableError: () => {} };
    const hydrate = () => {
      root = hydrateRoot(container, app, options);
    };
    if (canHydrate) return startTransition(hydrate);
    const isReplacing = container.firstChild !== null;
    root = createRoot(container, options);
    // Input to a form that is being replaced would be lost.
    if (isReplacing) flushSync(() => root.render(app));
    else startTransition(() => root.render(app));
  });
}

/** As in `api/timing.ts`: a shared module would become a chunk that both wait for. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** Events for which React would hydrate the whole form at once. {@link EarlyInput} reads what they changed. */
const HELD_EVENTS =
  'keydown keypress keyup compositionstart compositionend textInput input change paste focusin focusout pointerdown pointerup mousedown mouseup touchend click'.split(
    ' ',
  );

/** Keeps events during hydration from React, apart from those of buttons. Returns a function that ends this. */
function keepEventsFromReact(container: HTMLElement): () => void {
  const hold = (event: Event) => {
    if ((event.target as Element).closest('button') === null) event.stopImmediatePropagation();
  };
  const listeners = Object.fromEntries(HELD_EVENTS.map((name) => [name, hold]));
  const ends = [
    listen(container, listeners, { capture: true }),
    // Passive: a touch that waits for a listener scrolls late.
    listen(container, { touchstart: hold }, { capture: true, passive: true }),
  ];
  return () => ends.forEach((end) => end());
}

/**
 * Keeps what is typed in a `textarea` while React hydrates it: React sets a text that has a default to that default.
 * Returns a function that brings the texts back.
 */
function keepTextareas(container: HTMLElement): () => void {
  const typed = new Map<HTMLTextAreaElement, [text: string, start: number, end: number]>();
  const note = (area: HTMLTextAreaElement) =>
    typed.set(area, [area.value, area.selectionStart, area.selectionEnd]);
  container.querySelectorAll('textarea').forEach(note);
  const stop = listen(
    container,
    {
      input: ({ target }: Event) => {
        // Not by its class, which may be that of another document.
        if ((target as Element).localName === 'textarea') note(target as HTMLTextAreaElement);
      },
    },
    { capture: true },
  );
  return () => {
    stop();
    for (const [area, [text, start, end]] of typed) {
      if (area.value === text) continue;
      area.value = text;
      area.setSelectionRange(start, end);
    }
  };
}

/** What the progress of a prerendered form says, so that nothing has to be validated; only a long one has it. */
function prerenderedCounts(container: HTMLElement): Omit<FieldCounts, 'fields'> | undefined {
  const bar = container.querySelector<HTMLProgressElement>('.progress progress');
  return bar ? { required: bar.max, missing: bar.max - bar.value } : undefined;
}
