import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { CandidateForm } from './form/candidate-form.tsx';
import { FormController } from './form/form-controller.ts';
import { FormContext } from './form/form-context.ts';
import { FormBoundary } from './form/form-boundary.tsx';
import type { Messages } from '../messages/messages.ts';
import type { IslandHandle, IslandOptions } from './island-handle.ts';
import themeStyles from './theme/theme.css?inline';

/** Styles of everything that the island draws, for the shadow root around it. */
export const islandStyles = themeStyles;

/** Draws a form into an empty element of a shadow root. The one door between React and the page. */
export function mount(container: HTMLElement, options: IslandOptions): IslandHandle {
  const controller = new FormController(options);
  controller.attach(container);
  const ignore = () => {};
  // React would print an error with its component stack; the boundary tells the host all there is.
  const root = createRoot(container, { onCaughtError: ignore, onRecoverableError: ignore });
  const { store, press, arrangement, given, fillIn } = controller;
  const { country, dates, proxyUrl, loadCombobox, onBroken } = options;
  const draw = (messages: Messages, localeTag: string) => {
    const { numbers } = controller;
    const isMonthFirst = /^en-us\b/i.test(localeTag);
    const words = { messages, country, numbers, isMonthFirst, dates, proxyUrl, loadCombobox };
    flushSync(() =>
      root.render(
        <FormBoundary onBroken={onBroken}>
          <FormContext value={{ store, press, arrangement, given, fillIn, ...words }}>
            <CandidateForm controller={controller} />
          </FormContext>
        </FormBoundary>,
      ),
    );
  };
  draw(options.messages, options.localeTag);
  flushSync(() => controller.recount());
  return {
    submit: () => controller.submit(),
    reset: () => controller.reset(),
    focusFirst: () => controller.focusFirst(),
    values: () => controller.values(),
    peek: () => controller.peek(),
    counts: () => controller.store.counts,
    showErrors: (violations) => controller.showErrors(violations),
    translate: (messages, localeTag) => {
      // What was typed and not handed over yet is handed over before RJSF draws anew.
      controller.values();
      controller.translate(messages, localeTag);
      draw(messages, localeTag);
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
