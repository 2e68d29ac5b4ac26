import type { ReactNode } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import NAMES from '../../i18n/language-names.build.ts';
import type { FieldMessages } from '../../i18n/messages.ts';
import { domId, partId } from '../fields/field-id.ts';
import { needsValue } from '../fields/kinds.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../fields/use-field.ts';
import type { InputMethod } from '../field-store.ts';
import { useForm, useStored } from '../form-context.ts';
import { RichLine, RichText } from './rich-text.tsx';
import type { FieldProps } from './field-props.ts';

interface FieldHintProps {
  pointer: string;
  text: string | undefined;
}

/** Help below a label. A `div`, because it may have paragraphs and lists. */
export function FieldHint({ pointer, text }: FieldHintProps): ReactNode {
  if (!text) return null;
  return (
    <div className="hint" part="hint" id={partId(pointer, 'hint')}>
      <RichText text={text} />
    </div>
  );
}

interface FieldErrorProps {
  pointer: string;
  error: string | undefined;
}

export function FieldError({ pointer, error }: FieldErrorProps): ReactNode {
  const { messages } = useForm();
  if (error === undefined) return null;
  return (
    <p className="error" part="error" id={partId(pointer, 'error')}>
      <span className="unseen">{messages.error} </span>
      {error}
    </p>
  );
}

interface FieldWarningProps {
  pointer: string;
  messages: FieldMessages;
}

/** A live region for a value that looks odd but does not block the form. */
export function FieldWarning({ pointer, messages }: FieldWarningProps): ReactNode {
  const { warnings } = useForm().messages;
  const warning = useStored((store) => store.warningAt(pointer));
  return (
    <div className="warning" part="warning" aria-live="polite" id={partId(pointer, 'warning')}>
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

type FieldGroupProps = Pick<FieldProps, 'pointer' | 'schema' | 'required'> & {
  className: string;
  inputMethod: InputMethod;
  children: ReactNode;
};

/** An object or a list, with its legend, hint, and error. */
export function FieldGroup(props: FieldGroupProps): ReactNode {
  const { pointer, schema, required, className, inputMethod, children } = props;
  const messages = useFieldMessages(pointer, schema);
  const error = useFieldError(pointer);
  useRegisteredField(pointer, messages, inputMethod);
  return (
    <fieldset className={className} part="group" id={domId(pointer)} tabIndex={-1}>
      <legend className="legend" part="legend">
        <LabelText messages={messages} isRequired={required && needsValue(schema)} />
      </legend>
      <FieldHint pointer={pointer} text={messages.hint} />
      <FieldError pointer={pointer} error={error} />
      {children}
    </fieldset>
  );
}
