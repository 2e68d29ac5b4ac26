import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { Standing } from './standing.ts';
import { CandidateForm } from './candidate-form.tsx';
import { FormController } from './form-controller.ts';
import { FormContext } from './form-context.ts';
import { FormBoundary } from './form-boundary.tsx';
import { LONG } from './use-progress.ts';
import type { Messages } from '../i18n/messages.ts';
import type { FormHandle, FormAppOptions } from './form-handle.ts';

export { Standing };

/**
 * Draws a form into an element of a shadow root, or takes over one that stands there. The one door
 * between React and the page.
 *
 * @param standing - what stood in the element; what was filled in there is kept
 */
export function mount(
  container: HTMLElement,
  options: FormAppOptions,
  standing = new Standing(container),
): FormHandle {
  const controller = new FormController(options);
  controller.attach(container);
  const { store, press, arrangement, given, fillIn } = controller;
  const { country, proxyUrl, loadCombobox, loadCheckDigits, onBroken } = options;
  const drawing = (messages: Messages, localeTag: string) => {
    const { numbers } = controller;
    const isMonthFirst = /^en-us\b/i.test(localeTag);
    const words = { messages, country, numbers, isMonthFirst, proxyUrl };
    const loaders = { loadCombobox, ...(loadCheckDigits && { loadCheckDigits }) };
    return (
      <FormBoundary onBroken={onBroken}>
        <FormContext value={{ store, press, arrangement, given, fillIn, ...words, ...loaders }}>
          <CandidateForm controller={controller} />
        </FormContext>
      </FormBoundary>
    );
  };
  if (options.isDrawn && standing.progress) store.counts = { fields: LONG, ...standing.progress };
  const root = begin(container, drawing(options.messages, options.localeTag), options.isDrawn);
  flushSync(() => controller.recount());
  standing.handOver(store);
  standing.putBack();
  return {
    submit: () => controller.submit(),
    reset: () => controller.reset(),
    focusFirst: () => controller.focusFirst(),
    values: () => controller.values(),
    peek: () => controller.peek(),
    counts: () => controller.counts(),
    showErrors: (violations) => controller.showErrors(violations),
    translate: (messages, localeTag) => {
      // What was typed and not handed over yet is handed over before RJSF draws anew.
      controller.values();
      controller.translate(messages, localeTag);
      flushSync(() => root.render(drawing(messages, localeTag)));
      controller.translateErrors();
    },
    setBusy: (isBusy) => {
      controller.store.isBusy = isBusy;
    },
    destroy: () => {
      controller.release();
      root.unmount();
    },
  };
}

/** What React finds to be other than it would draw is drawn anew. */
function begin(container: HTMLElement, drawing: React.JSX.Element, isDrawn = false): Root {
  const ignore = () => {};
  // React would print an error with its component stack; the boundary tells the host all there is.
  const options = { onCaughtError: ignore, onRecoverableError: ignore };
  if (isDrawn) return flushSync(() => hydrateRoot(container, drawing, options));
  const root = createRoot(container, options);
  flushSync(() => root.render(drawing));
  return root;
}
