import type { ReactNode } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import NAMES from '../../../i18n/language-names.build.ts';
import type { FieldMessages } from '../../../i18n/messages.ts';
import { partId, pointerOf } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { RichLine, RichText } from '../rich-text.tsx';

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

interface LabelTextProps {
  messages: FieldMessages;
  isRequired: boolean;
}

/** A label, and whether its field is optional, unless its title says so. */
export function LabelText({ messages, isRequired }: LabelTextProps): ReactNode {
  const { optional } = useForm().messages;
  const { label, markup = label } = messages;
  return (
    <>
      <RichLine text={markup} />
      {!isRequired && !SAYS_OPTIONAL.test(label) && (
        <span className="optional">{` (${optional})`}</span>
      )}
    </>
  );
}

const SAYS_OPTIONAL = new RegExp(`[([](?:${NAMES.optional.join('|')})[)\\]][\\s.:]*$`, 'i');
