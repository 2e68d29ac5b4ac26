import { type MouseEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { focusField } from './focus.ts';
import { useForm, useStored } from './form-context.ts';

/** The errors of the last submit, each with a link to its field. */
export function ErrorSummary({ ref }: { ref: Ref<HTMLElement> }): ReactNode {
  const { messages, store } = useForm();
  const errors = useStored((stored) => stored.errors);
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
        {errors.map(({ pointer, message, entry, focusId }) => (
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
