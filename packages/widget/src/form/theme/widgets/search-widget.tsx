import type { WidgetProps } from '@rjsf/utils';
import { type ReactNode, useMemo } from 'react';
import { choiceFormat } from '../../fields/text-formats.ts';
import { domId, partId } from '../../fields/field-id.ts';
import { useFieldInfo } from '../use-field.ts';
import { TextInput } from './text-input.tsx';
import { optionsOf, SearchHint, useCombobox } from './use-combobox.tsx';

/**
 * One of many options, found by typing. Until the combobox loads, the browser's own suggestions
 * (`datalist`) serve. Text that matches no option stays and is reported as an error.
 */
export function SearchWidget(props: WidgetProps): ReactNode {
  const { enumOptions, autocomplete } = props.options;
  const options = useMemo(() => optionsOf(enumOptions), [enumOptions]);
  const format = useMemo(() => choiceFormat(options), [options]);
  const ref = useCombobox(() => options.map(({ label }) => ({ text: label })), { isClosed: true });
  const { pointer } = useFieldInfo();
  const listId = `${domId(pointer)}-choices`;
  const hintId = partId(pointer, 'options');
  return (
    <>
      <SearchHint id={hintId} count={options.length} />
      <div className="combobox list-box" ref={ref}>
        <TextInput
          {...props}
          describedBy={hintId}
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
    </>
  );
}
