import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { FormApp } from './candidate-form.tsx';
import { EarlyInput, prerenderedProgress } from './early-input.ts';
import { FormController } from './form-controller.ts';
import type { FormAppOptions } from './form-options.ts';

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
): Promise<FormController> {
  const { isPrerendered = false } = options;
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
  const { store } = controller;
  await nextTask();
  signal.throwIfAborted();
  const progress = isPrerendered ? prerenderedProgress(container) : undefined;
  store.update({ progress });
  let earlyInput = new EarlyInput(container);
  const prerendered = container.querySelector('form');
  const letEventsPass = isPrerendered ? keepEventsFromReact(container) : () => {};
  const root = await render(container, controller, reactDom);
  letEventsPass();
  // If the page changed the prerendered form, React has replaced it. Then only the input from before is
  // known, and it is committed at once.
  const isHydrated = prerendered?.isConnected ?? false;
  if (isHydrated) await nextTask();
  controller.attach(container, root);
  try {
    signal.throwIfAborted();
    // The candidate may have typed during hydration.
    if (isHydrated) earlyInput = new EarlyInput(container);
    if (isHydrated && earlyInput.isTyping) store.typing.commitAllLater();
    else earlyInput.commit(store);
    earlyInput.restoreFocus();
    // The server has counted a long form.
    flushSync(() => controller.count(isHydrated ? progress?.missing : undefined));
    if (isBroken) throw new Error('The schema cannot be rendered');
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
  { createRoot, hydrateRoot }: ReactDom,
): Promise<Root> {
  const { isPrerendered = false, onBroken } = controller.options;
  return new Promise((resolve) => {
    let root!: Root;
    const app = <FormApp controller={controller} onMounted={() => resolve(root)} />;
    const onUncaughtError = () => {
      onBroken();
      resolve(root);
    };
    const options = { onUncaughtError, onRecoverableError: () => {} };
    const hydrate = () => {
      root = hydrateRoot(container, app, options);
    };
    if (isPrerendered) return startTransition(hydrate);
    const isReplacing = container.firstChild !== null;
    root = createRoot(container, options);
    // Input to a form that is being replaced would be lost.
    if (isReplacing) flushSync(() => root.render(app));
    else startTransition(() => root.render(app));
  });
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
