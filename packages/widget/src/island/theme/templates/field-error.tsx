import type { ReactNode } from 'react';
import { partId, pointerOf } from '../../fields/field-id.ts';
import { useForm, useNote } from '../../form/form-context.ts';

/** The error of a field, below its label; nothing when there is none. */
export function FieldError({ rjsfId }: { rjsfId: string }): ReactNode {
  const { messages } = useForm();
  const { error } = useNote(pointerOf(rjsfId));
  if (error === undefined) return null;
  return (
    <p className="error" part="error" id={partId(rjsfId, 'error')}>
      <span className="unseen">{messages.error} </span>
      {error}
    </p>
  );
}
