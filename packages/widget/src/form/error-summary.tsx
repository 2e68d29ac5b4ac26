import { type MouseEvent, type ReactNode, type Ref, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ERROR_BATCH, IdleWork } from './field-notes.ts';
import { focusField } from './focus.ts';
import { useForm, useStored } from './form-context.ts';

/** The errors of the last submit, each with a link to its field. */
export function ErrorSummary({ ref }: { ref: Ref<HTMLElement> }): ReactNode {
  const { messages, store } = useForm();
  const errors = useStored((state) => state.errors);
  const count = useGrowingCount(errors.length);
  if (errors.length === 0) return null;
  const isMissing = errors.every(({ violation }) => violation.keyword === 'required');
  const goTo = (event: MouseEvent<HTMLAnchorElement>, focusId: string) => {
    // A fragment does not reach into a shadow root.
    event.preventDefault();
    const root = event.currentTarget.getRootNode() as ShadowRoot | Document;
    flushSync(() => store.notes.showPending());
    const field = root.getElementById(focusId);
    if (field !== null) focusField(field);
  };
  return (
    <section
      className="summary"
      part="error-summary"
      tabIndex={-1}
      ref={ref}
      aria-labelledby="summary"
    >
      <h2 className="summary-title" id="summary">
        {isMissing ? messages.missingSummary(errors.length) : messages.errorSummary(errors.length)}
      </h2>
      <ul>
        {errors.slice(0, count).map(({ pointer, message, entry, focusId }) => (
          <li key={pointer}>
            {focusId === undefined ? (
              message
            ) : (
              <a href={`#${focusId}`} onClick={(event) => goTo(event, focusId)}>
                {entry === undefined ? message : `${entry}: ${message}`}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first batch at once, so that a long form responds; everything when the page is idle. */
function useGrowingCount(total: number): number {
  const [count, setCount] = useState(ERROR_BATCH);
  useEffect(() => {
    if (total <= count) return undefined;
    const work = new IdleWork(() => setCount(total));
    work.schedule();
    return () => work.cancel();
  }, [total, count]);
  return count;
}
