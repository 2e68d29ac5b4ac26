import { type MouseEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { focusField } from './focus-field.ts';
import { useForm, useStored } from './form-context.ts';

/** The errors of the last submit, each a way to its field; nothing when there is none. */
export function ErrorSummary({ ref }: { ref: Ref<HTMLElement> }): ReactNode {
  const form = useForm();
  const { messages } = form;
  const errors = useStored((store) => store.errors);
  if (errors.length === 0) return null;
  const goTo = (event: MouseEvent<HTMLAnchorElement>, focusId: string) => {
    // A fragment does not reach into a shadow root, so the focus is moved by hand.
    event.preventDefault();
    const root = event.currentTarget.getRootNode() as ShadowRoot | Document;
    flushSync(() => form.store.notes.putRest());
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
        {messages.errorSummary(errors.length)}
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
