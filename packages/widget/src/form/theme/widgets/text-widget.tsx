import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { themeOptions } from '../../asked-form/field-info.ts';
import { domId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { CityWidget } from './city-widget.tsx';
import { EMAIL, TextInput, WEB_ADDRESS_INPUT } from './text-input.tsx';

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
