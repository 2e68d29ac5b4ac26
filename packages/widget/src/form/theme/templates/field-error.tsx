import type { ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';

interface FieldErrorProps {
  rjsfId: string;
  error: string | undefined;
}

/** The error of a field, below its label; nothing when there is none. */
export function FieldError({ rjsfId, error }: FieldErrorProps): ReactNode {
  const { messages } = useForm();
  if (error === undefined) return null;
  return (
    <p className="error" part="error" id={partId(rjsfId, 'error')}>
      <span className="unseen">{messages.error} </span>
      {error}
    </p>
  );
}
