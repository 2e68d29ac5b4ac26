import { Fragment, type ReactNode } from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import { OPTIONAL } from '../../i18n/messages.build.ts';
import type { FieldMessages } from '../../i18n/messages.ts';
import { domId, partId } from '../fields/field-id.ts';
import { needsValue } from '../fields/kinds.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../fields/use-field.ts';
import type { InputMethod } from '../field-store.ts';
import { type FieldProps, useForm, useStored } from '../form-context.ts';
import { type MarkupNode, parseMarkup } from '../fields/markup.ts';

interface FieldNotesProps {
  pointer: string;
  hint?: string | undefined;
  error: string | undefined;
}

/** Hint and error of a field, below its label. The hint is a `div`, because it may have paragraphs and lists. */
export function FieldNotes({ pointer, hint, error }: FieldNotesProps): ReactNode {
  const { messages } = useForm();
  return (
    <>
      {hint && (
        <div className="hint" part="hint" id={partId(pointer, 'hint')}>
          <RichText text={hint} />
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

const SAYS_OPTIONAL = new RegExp(`[([](?:${OPTIONAL.join('|')})[)\\]][\\s.:]*$`, 'i');

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
  const described = [messages.hint && partId(pointer, 'hint'), error && partId(pointer, 'error')];
  return (
    <fieldset
      className={className}
      part="group"
      id={domId(pointer)}
      tabIndex={-1}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
    >
      <legend className="legend" part="legend">
        <LabelText messages={messages} isRequired={required && needsValue(schema)} />
      </legend>
      <FieldNotes pointer={pointer} hint={messages.hint} error={error} />
      {children}
    </fieldset>
  );
}

const URL_PATTERN = /(https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)\]])/i;

/** A text of the schema: paragraphs, lists, emphasis, and links of its HTML, and addresses as links. */
export function RichText({ text }: { text: string }): ReactNode {
  return <Nodes nodes={parseMarkup(text)} />;
}

/** The same in a place for a single line, such as a label. */
export function RichLine({ text }: { text: string }): ReactNode {
  return <Nodes nodes={parseMarkup(text)} isLine />;
}

interface NodesProps {
  nodes: readonly MarkupNode[];
  isLine?: boolean;
}

function Nodes({ nodes, isLine = false }: NodesProps): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return <LinkedText key={index} text={node} />;
    const { tag: Tag, href, children } = node;
    if (Tag === 'br') return isLine ? ' ' : <br key={index} />;
    const content = <Nodes nodes={children} isLine={isLine} />;
    if (Tag === 'a')
      return (
        <WebLink key={index} href={href}>
          {content}
        </WebLink>
      );
    const isInline = Tag === 'strong' || Tag === 'em';
    if (isLine && !isInline) return <Fragment key={index}>{content} </Fragment>;
    return <Tag key={index}>{content}</Tag>;
  });
}

/** Text in which http(s) addresses are links. */
function LinkedText({ text }: { text: string }): ReactNode {
  // `split` with a group returns text and addresses in turns.
  const parts = text.split(URL_PATTERN);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <WebLink key={index} href={part}>
        {part}
      </WebLink>
    ),
  );
}

/** A link to another tab. */
function WebLink({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode {
  const { newTab } = useForm().messages;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="unseen"> {newTab}</span>
    </a>
  );
}
