import type { WidgetProps } from '@rjsf/utils';
import { useContext, useState, type ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';
import { isPhone } from '../../fields/input-attributes.ts';
import { isInternational, phonePrefix } from '../../fields/phone-number.ts';
import { FieldFrameContext } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { useLine, type LineProps } from './use-line.ts';

type TextInputProps = WidgetProps & Pick<LineProps, 'reading' | 'attributes'>;

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

type InputProps = TextInputProps & Pick<LineProps, 'describedBy' | 'onText'>;

function Input(props: InputProps): ReactNode {
  return <input {...useLine(props, useContext(FieldFrameContext))} />;
}
