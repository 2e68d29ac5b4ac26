import { startTransition, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { FormApp } from './candidate-form.tsx';
import { commitGently, EarlyInput, prerenderedProgress } from './early-input.ts';
import { LONG_FORM } from './form-context.ts';
import { FormController } from './form-controller.ts';
import type { FormAppOptions, FormHandle } from './form-handle.ts';

/** `FormApp` reports errors to the host; React would also print them. */
const ROOT_OPTIONS = { onCaughtError: () => {}, onRecoverableError: () => {} };

type ReactDom = typeof import('react-dom/client');

/** The bundler's: evaluates a CommonJS module of this chunk when it is called. */
declare function require(name: 'react-dom/client'): ReactDom;

/**
 * Renders a form into an element of a shadow root, or hydrates the prerendered form in it. React works
 * in slices, and the other steps are tasks of their own, so that typing stays responsive (ADR 17). Early
 * input and focus are kept.
 *
 * @param signal - removes the form if it aborts before the promise settles
 * @returns the form, as soon as it takes input; rejects when the schema cannot be rendered
 */
export async function mount(
  container: HTMLElement,
  options: FormAppOptions,
  signal: AbortSignal,
): Promise<FormHandle> {
  const { messages, localeTag, isPrerendered = false } = options;
  let isMounted = false;
  let isBroken = false;
  const onBroken = () => {
    if (isMounted && !isBroken) options.onBroken();
    isBroken = true;
  };
  await nextTask();
  // Half of the chunk is React DOM: it is evaluated in a task of its own.
  const reactDom = require('react-dom/client');
  await nextTask();
  const controller = new FormController({ ...options, onBroken });
  await nextTask();
  signal.throwIfAborted();
  const progress = isPrerendered ? prerenderedProgress(container) : undefined;
  if (progress) controller.store.counts = { fields: LONG_FORM, ...progress };
  let earlyInput = new EarlyInput(container);
  const prerendered = container.querySelector('form');
  const letEventsPass = isPrerendered ? keepEventsFromReact(container) : () => {};
  let root!: Root;
  await new Promise<void>((resolve) => {
    const app = <FormApp {...{ controller, messages, localeTag }} onMounted={resolve} />;
    root = isPrerendered ? hydrate(container, app, reactDom) : render(container, app, reactDom);
  });
  letEventsPass();
  // If the page changed the prerendered form, React has replaced it, and only the input from before is
  // known: it may not wait any longer.
  const isHydrated = prerendered?.isConnected ?? false;
  if (isHydrated) await nextTask();
  const handle = handleOf(controller, root);
  try {
    signal.throwIfAborted();
    controller.listen(container);
    // The candidate may have typed during hydration.
    if (isHydrated) earlyInput = new EarlyInput(container);
    const { store } = controller;
    if (isHydrated && earlyInput.isTyping) store.typing.afterPause(() => commitGently(store));
    else earlyInput.commit(store);
    earlyInput.restoreFocus();
    flushSync(() => controller.recount());
    if (isBroken) throw new Error('The schema cannot be rendered');
  } catch (error) {
    handle.destroy();
    throw error;
  }
  isMounted = true;
  return handle;
}

/** As in `element/next-task.ts`: a shared module would become a chunk that both wait for. */
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

/** Events for which React would hydrate the whole form at once. `EarlyInput` reads what they changed. */
const HELD_EVENTS =
  'keydown keypress keyup compositionstart compositionend textInput input change paste focusin focusout pointerdown pointerup mousedown mouseup touchstart touchend click'.split(
    ' ',
  );

/** Keeps events during hydration from React, apart from those of buttons. Returns how to end that. */
function keepEventsFromReact(container: HTMLElement): () => void {
  const hydration = new AbortController();
  const options = { capture: true, passive: true, signal: hydration.signal };
  const hold = (event: Event) => {
    if ((event.target as Element).closest('button') === null) event.stopImmediatePropagation();
  };
  for (const name of HELD_EVENTS) container.addEventListener(name, hold, options);
  return () => hydration.abort();
}

function hydrate(container: HTMLElement, app: ReactNode, { hydrateRoot }: ReactDom): Root {
  let root!: Root;
  startTransition(() => {
    root = hydrateRoot(container, app, ROOT_OPTIONS);
  });
  return root;
}

function render(container: HTMLElement, app: ReactNode, { createRoot }: ReactDom): Root {
  const isReplacing = container.firstChild !== null;
  const root = createRoot(container, ROOT_OPTIONS);
  // Input to a form that is being replaced would be lost.
  if (isReplacing) flushSync(() => root.render(app));
  else startTransition(() => root.render(app));
  return root;
}

function handleOf(controller: FormController, root: Root): FormHandle {
  return {
    submit: () => controller.submit(),
    reset: () => controller.reset(),
    focusFirst: () => controller.focusFirst(),
    values: () => controller.values(),
    peek: () => controller.peek(),
    counts: () => controller.counts(),
    showErrors: (violations) => controller.showErrors(violations),
    translate: (messages, localeTag) => {
      // RJSF renders again: commit typed text first.
      controller.values();
      controller.translate(messages, localeTag);
      flushSync(() => root.render(<FormApp {...{ controller, messages, localeTag }} />));
      controller.translateErrors();
    },
    setBusy: (isBusy) => {
      controller.store.isBusy = isBusy;
    },
    setConnected: (isConnected) => {
      if (isConnected) controller.press.listen();
      else controller.press.stop();
    },
    destroy: () => {
      controller.release();
      root.unmount();
    },
  };
}
