import { type MouseEvent, type ReactNode, type Ref, useDeferredValue } from 'react';
import { flushSync } from 'react-dom';
import { formatMessage } from '../i18n/format-message.ts';
import { ERROR_BATCH } from './field-errors.ts';
import { focusField } from './focus.ts';
import { useForm, useStored } from './form-context.ts';

/** The errors of the last submit, each with a link to its field. */
export function ErrorSummary({ ref }: { ref: Ref<HTMLElement> }): ReactNode {
  const { messages, store } = useForm();
  const errors = useStored(({ state }) => state.errors);
  // The first batch at once, so that a long form responds.
  const hasMore = useDeferredValue(errors.length > ERROR_BATCH);
  const shown = hasMore ? errors : errors.slice(0, ERROR_BATCH);
  if (errors.length === 0) return null;
  const isMissing = errors.every(({ violation }) => violation.keyword === 'required');
  const goTo = (event: MouseEvent<HTMLAnchorElement>, focusId: string) => {
    // A fragment does not reach into a shadow root.
    event.preventDefault();
    const root = event.currentTarget.getRootNode() as ShadowRoot | Document;
    flushSync(() => store.fieldErrors.showPending());
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
        {formatMessage(isMissing ? messages.missingSummary : messages.errorSummary, errors.length)}
      </h2>
      <ul>
        {shown.map(({ pointer, message, entry, focusId }) => (
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
