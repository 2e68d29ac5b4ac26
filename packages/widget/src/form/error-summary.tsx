import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type Ref,
  useEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../i18n/format-message.ts';
import type { FormError } from './field-store.ts';
import { useForm, useStored } from './form-context.ts';
import { isMissing } from './model/violations.ts';

/** More would fill a phone's screen. */
const MAX_LINKS = 5;
/** As many errors of one kind are told as one. */
const MIN_REPEATED = 3;

/** The errors of the last submit, each with a link to its field. */
export function ErrorSummary({ ref }: { ref: Ref<HTMLElement> }): ReactNode {
  const { messages } = useForm();
  const errors = useStored(({ state }) => state.errors);
  if (errors.length === 0) return null;
  const areMissing = errors.every(({ violation }) => isMissing(violation));
  const lines = linesOf(errors);
  const left = lines.slice(MAX_LINKS).reduce((sum, { count }) => sum + count, 0);
  return (
    <section
      className="summary"
      part="error-summary"
      tabIndex={-1}
      ref={ref}
      aria-labelledby="summary"
    >
      <h2 className="summary-title" id="summary">
        {formatMessage(areMissing ? messages.missingSummary : messages.errorSummary, errors.length)}
      </h2>
      <ul>
        {lines.slice(0, MAX_LINKS).map((line) => (
          <li key={line.error.pointer}>
            <ErrorLink {...line} />
          </li>
        ))}
        {left > 0 && <li>{formatMessage(messages.moreErrors, left)}</li>}
      </ul>
    </section>
  );
}

interface Line {
  error: FormError;
  /** How many list entries have it. */
  count: number;
}

/** One line for each error, in the order of the page; errors of one kind in many entries of a list are one. */
function linesOf(errors: readonly FormError[]): Line[] {
  const kinds = Map.groupBy(errors, kindOf);
  return errors.flatMap((error) => {
    const same = kinds.get(kindOf(error)) ?? [];
    if (same.length < MIN_REPEATED) return { error, count: 1 };
    return error === same[0] ? { error, count: same.length } : [];
  });
}

/** The same for each entry of a list. */
function kindOf({ pointer, message, context, choice = '' }: FormError): string {
  const field = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return JSON.stringify([field, context === undefined ? pointer : message, choice]);
}

function ErrorLink({ error, count }: Line): ReactNode {
  const { messages } = useForm();
  const open = useOpenError();
  const { context, focusId } = error;
  const text =
    count > 1
      ? formatMessage(messages.repeatedError, error.message, count)
      : [context, error.message].filter(Boolean).join(': ');
  if (focusId === undefined) return text;
  const onClick = (event: MouseEvent) => {
    // A fragment does not reach into a shadow root.
    event.preventDefault();
    open(error);
  };
  return (
    <a href={`#${focusId}`} onClick={onClick}>
      {text}
    </a>
  );
}

function useOpenError() {
  const { store, controller } = useForm();
  return ({ pointer, violation, focusId, choice }: FormError): void => {
    controller.errors.noteOpened(pointer);
    flushSync(() => store.showPendingErrors());
    // An error of the form or a group leads to one of its fields.
    controller.editField(violation.pointer, focusId, choice);
  };
}

/**
 * Once the summary has scrolled out of sight, stays visible while errors are left: after a correction, the next one
 * is a tap away.
 */
export function ErrorsLeft(): ReactNode {
  const { messages, controller } = useForm();
  const errors = useStored(({ state }) => state.errors);
  const open = useOpenError();
  const isNeeded = !useIsOnScreen(controller.errors.summary, errors.length > 0);
  const withField = errors.filter(({ focusId }) => focusId !== undefined);
  if (withField.length === 0) return null;
  const onClick = () => {
    const { lastOpened } = controller.errors;
    const after = withField.findIndex(({ pointer }) => pointer === lastOpened) + 1;
    const next = withField[after] ?? withField[0];
    if (next !== undefined) open(next);
  };
  return (
    <div className={isNeeded ? 'errors-left' : 'errors-left away'}>
      <div part="errors-left">
        <span>{formatMessage(messages.errorsLeft, withField.length)}</span>
        <button type="button" className="button quiet" part="next-error" onClick={onClick}>
          {messages.nextError}
        </button>
      </div>
    </div>
  );
}

/** Whether a part of an element is on the screen. */
function useIsOnScreen(ref: RefObject<HTMLElement | null>, isRendered: boolean): boolean {
  const [isOnScreen, setIsOnScreen] = useState(true);
  useEffect(() => {
    if (ref.current === null || !isRendered) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      flushSync(() => setIsOnScreen(entry?.isIntersecting ?? true));
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isRendered]);
  return isOnScreen;
}
