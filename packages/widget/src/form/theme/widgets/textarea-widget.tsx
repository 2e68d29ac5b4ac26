import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useInputProps } from '../use-field.ts';
import { useTextValue } from './use-text-value.ts';

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
