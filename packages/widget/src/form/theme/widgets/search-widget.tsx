import type { WidgetProps } from '@rjsf/utils';
import { type ReactNode, useMemo } from 'react';
import { choiceFormat } from '../../fields/parsing.ts';
import { useInputProps } from '../use-field.ts';
import { TextInput } from './text-input.tsx';
import { optionsOf } from './options-of.ts';
import { useCombobox } from './use-combobox.ts';

/**
 * One of many options, found by typing. Until the combobox loads, the browser's own suggestions
 * (`datalist`) serve. Text that matches no option stays and is reported as an error.
 */
export function SearchWidget(props: WidgetProps): ReactNode {
  const { enumOptions, autocomplete } = props.options;
  const options = useMemo(() => optionsOf(enumOptions), [enumOptions]);
  const format = useMemo(() => choiceFormat(options), [options]);
  const ref = useCombobox(() => options.map(({ label }) => ({ text: label })), { isClosed: true });
  const { id } = useInputProps(props);
  const listId = `${id}-choices`;
  return (
    <div className="combobox" ref={ref}>
      <TextInput
        {...props}
        format={format}
        attributes={{ list: listId, autoComplete: autocomplete ?? 'off' }}
      />
      <datalist id={listId}>
        {options.map(({ label }) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </datalist>
    </div>
  );
}
