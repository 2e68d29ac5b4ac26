import type { ReactNode } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { OPTIONAL } from '../../../i18n/messages.build.ts';
import type { FieldMessages } from '../../../i18n/messages.ts';
import { partId } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { RichLine, RichText } from './rich-text.tsx';

interface FieldNotesProps {
  pointer: string;
  hint?: string | undefined;
  error: string | undefined;
}

/** Hint and error of a field, below its label. The hint is a `div`, because it may have paragraphs and lists. */
export function FieldNotes({ pointer, hint, error }: FieldNotesProps): ReactNode {
  const { messages } = useForm();
  const { example } = useFieldInfo().messages;
  return (
    <>
      {hint && (
        <div className="hint" part="hint" id={partId(pointer, 'hint')}>
          <RichText text={hint} example={example} />
        </div>
      )}
      {error !== undefined && (
        <p className="error" part="error" id={partId(pointer, 'error')}>
          <span className="unseen">{messages.error} </span>
          {error}
        </p>
      )}
    </>
  );
}

/** A live region for a value that looks odd but does not block the form. */
export function FieldWarning(): ReactNode {
  const { pointer, messages } = useFieldInfo();
  const { warnings } = useForm().messages;
  const warning = useStored((store) => store.warningAt(pointer));
  return (
    <div className="warning" part="warning" aria-live="polite" id={partId(pointer, 'warning')}>
      {warning && formatMessage(warnings[warning], messages)}
    </div>
  );
}

interface LabelTextProps extends Pick<FieldMessages, 'label'> {
  markup?: string | undefined;
  isRequired: boolean;
}

/** A label, and whether its field is optional, unless its title says so. */
export function LabelText({ label, markup = label, isRequired }: LabelTextProps): ReactNode {
  const { optional } = useForm().messages;
  return (
    <>
      <RichLine text={markup} />
      {!isRequired && !SAYS_OPTIONAL.test(label) && (
        <span className="optional">{` (${optional})`}</span>
      )}
    </>
  );
}

const SAYS_OPTIONAL = new RegExp(`[([](?:${OPTIONAL.join('|')})[)\\]][\\s.:]*$`, 'i');
