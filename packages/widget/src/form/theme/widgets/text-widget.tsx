import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { themeOptions } from '../../asked-form/field-info.ts';
import { domId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import { TRIMMED } from '../../fields/text-formats.ts';
import { useFieldInfo, useInputProps } from '../use-field.ts';
import { CityWidget } from './city-widget.tsx';
import { EMAIL, TextInput, WEB_ADDRESS_INPUT } from './text-input.tsx';
import { useTextValue } from './use-text-value.ts';

/** A text or number; a city is found by its name. */
export function TextWidget(props: WidgetProps): ReactNode {
  const { messages } = useForm();
  const { pointer } = useFieldInfo();
  if (props.disabled)
    return (
      // Links to its error focus it.
      <p className="hint" id={domId(pointer)} tabIndex={-1}>
        {messages.cannotFill}
      </p>
    );
  if (themeOptions(props.uiSchema).search === 'cities') return <CityWidget {...props} />;
  return <TextInput {...props} />;
}

/** The host's `ui:widget` of a text whose schema does not say that it is an address. */
export const EmailWidget = (props: WidgetProps): ReactNode => (
  <TextInput {...props} attributes={EMAIL} />
);

/** See {@link EmailWidget}. */
export const URLWidget = (props: WidgetProps): ReactNode => (
  <TextInput {...props} attributes={WEB_ADDRESS_INPUT} />
);

const PASSWORD = { type: 'password', autoComplete: 'off' };

export function PasswordWidget(props: WidgetProps): ReactNode {
  return <TextInput {...props} format={TRIMMED} attributes={PASSWORD} />;
}

const DEFAULT_ROWS = 4;

export function TextareaWidget(props: WidgetProps): ReactNode {
  const { options, placeholder } = props;
  const inputProps = useInputProps(props);
  const control = useTextValue<HTMLTextAreaElement>(props);
  return (
    <textarea
      className="input"
      part="input"
      translate="no"
      rows={options.rows ?? DEFAULT_ROWS}
      placeholder={placeholder || undefined}
      autoComplete={options.autocomplete}
      {...inputProps}
      {...control}
    />
  );
}
