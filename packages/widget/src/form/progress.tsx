import type { ReactNode } from 'react';
import { formatMessage } from '../i18n/format-message.ts';
import { useForm, useStored } from './form-context.ts';

/** The submit button is described by it. */
export const PROGRESS_ID = 'left';

/** A form with at least as many fields shows the candidate's progress; a shorter one is visible as a whole. */
const LONG_FORM_FIELDS = 9;

/** The counts of a long form without steps; `undefined` for others. */
export const useProgress = () => {
  const { controller } = useForm();
  return useStored(({ state: { counts } }) =>
    counts.fields >= LONG_FORM_FIELDS && counts.required > 0 && !controller.steps.isEnabled
      ? counts
      : undefined,
  );
};

/**
 * How many required fields of a long form are still empty; stays visible while the form is scrolled. A screen
 * reader reads it with the submit button, and announces it once none is left.
 */
export function Progress(): ReactNode {
  const { messages } = useForm();
  const progress = useProgress();
  if (progress === undefined) return null;
  const { required, missing } = progress;
  const left = formatMessage(messages.left, missing);
  // A condition may require a field that is not rendered.
  const total = Math.max(required, missing);
  return (
    <div className="progress" part="progress">
      <progress max={total} value={total - missing} aria-hidden />
      <p id={PROGRESS_ID}>{left}</p>
      <p className="unseen" aria-live="polite">
        {missing === 0 && left}
      </p>
    </div>
  );
}
