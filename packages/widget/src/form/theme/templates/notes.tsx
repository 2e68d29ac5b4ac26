import type { ReactNode } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import type { FieldMessages } from '../../../i18n/messages.ts';
import { partId, pointerOf } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { RichText } from '../rich-text.tsx';

interface FieldHintProps {
  rjsfId: string;
  text: string | undefined;
}

/** Help below a label. A `div`, because it may have paragraphs and lists. */
export function FieldHint({ rjsfId, text }: FieldHintProps): ReactNode {
  if (!text) return null;
  return (
    <div className="hint" part="hint" id={partId(rjsfId, 'hint')}>
      <RichText text={text} />
    </div>
  );
}

interface FieldErrorProps {
  rjsfId: string;
  error: string | undefined;
}

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

interface FieldWarningProps {
  rjsfId: string;
  messages: FieldMessages;
}

/** A live region for a value that looks odd but does not block the form. */
export function FieldWarning({ rjsfId, messages }: FieldWarningProps): ReactNode {
  const { warnings } = useForm().messages;
  const pointer = pointerOf(rjsfId);
  const warning = useStored((store) => store.warningAt(pointer));
  return (
    <div className="warning" part="warning" aria-live="polite" id={partId(rjsfId, 'warning')}>
      {warning && formatMessage(warnings[warning], messages)}
    </div>
  );
}

/** Follows the label of an optional field. */
export function Optional(): ReactNode {
  return <span className="optional">{` (${useForm().messages.optional})`}</span>;
}
