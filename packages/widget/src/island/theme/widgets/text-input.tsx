import type { WidgetProps } from '@rjsf/utils';
import { useContext, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { domId, partId } from '../../fields/field-id.ts';
import { inputAttributes, isPhone } from '../../fields/input-attributes.ts';
import { isInternational, phonePrefix } from '../../fields/phone-number.ts';
import { FieldFrameContext, useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import { useReading } from './use-reading.ts';
import { useTyped, type Reading } from './use-typed.ts';

interface TextInputProps extends WidgetProps {
  reading?: Reading | undefined;
  /** In place of those that follow from the schema. */
  attributes?: InputHTMLAttributes<HTMLInputElement>;
}

/** A line of text, whatever its format: text, e-mail, phone, number, time. */
export function TextInput(props: TextInputProps): ReactNode {
  const { country } = useForm();
  const prefix = isPhone(props.id, props.schema) ? phonePrefix(country) : undefined;
  return prefix === undefined ? <Input {...props} /> : <Phone {...props} prefix={prefix} />;
}

/**
 * A telephone number. The country's prefix stands before it until the number names its country itself,
 * which it does once it is handed over.
 */
function Phone({ prefix, ...props }: WidgetProps & { prefix: string }): ReactNode {
  const { messages } = useForm();
  const [isWhole, setIsWhole] = useState(() => isInternational(String(props.value ?? '')));
  const prefixId = partId(props.id, 'prefix');
  return (
    <div className="phone">
      {!isWhole && (
        <span className="prefix" part="prefix" id={prefixId}>
          <span className="unseen">{messages.prefix(prefix)}</span>
          <span aria-hidden="true">{prefix}</span>
        </span>
      )}
      <Input
        {...props}
        describedBy={isWhole ? undefined : prefixId}
        onText={(text) => setIsWhole(isInternational(text))}
      />
    </div>
  );
}

type InputProps = TextInputProps & {
  describedBy?: string | undefined;
  onText?: (text: string) => void;
};

function Input({
  id,
  schema,
  disabled,
  attributes,
  describedBy,
  onText,
  ...props
}: InputProps): ReactNode {
  const aria = useFieldAria(id);
  const { document } = useContext(FieldFrameContext);
  const ownReading = useReading(id, schema, document);
  const reading = props.reading ?? ownReading;
  const typed = useTyped<HTMLInputElement>({ id, schema, ...props, reading, onText });
  const described = [describedBy, aria['aria-describedby']].filter(Boolean).join(' ');
  return (
    <input
      type="text"
      className="input"
      part="input"
      name={domId(id)}
      disabled={disabled}
      {...inputAttributes(id, schema, document)}
      {...attributes}
      {...aria}
      aria-describedby={described || undefined}
      {...typed}
    />
  );
}
