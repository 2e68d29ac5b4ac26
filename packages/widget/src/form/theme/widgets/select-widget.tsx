import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { canonical } from '../../../validation/json.ts';
import { themeOptions } from '../../asked-form/field-info.ts';
import { withoutMarkup } from '../../fields/markup.ts';
import { useForm } from '../../form-context.ts';
import { useChoiceField, useChoose, useInputProps } from '../use-field.ts';
import { SearchWidget } from './search-widget.tsx';
import { SeveralWidget } from './several-widget.tsx';

/** One of several options in a native `select`; of many options, one or several in a list that is searched. */
export function SelectWidget(props: WidgetProps): ReactNode {
  const { multiple, uiSchema } = props;
  if (multiple) return <SeveralWidget {...props} />;
  if (themeOptions(uiSchema).search === 'options') return <SearchWidget {...props} />;
  return <NativeSelect {...props} />;
}

function NativeSelect(props: WidgetProps): ReactNode {
  const { value, options } = props;
  const { enumOptions = [], autocomplete } = options;
  const { messages } = useForm();
  const inputProps = useInputProps(props);
  const choose = useChoose(props.onChange);
  const areCodes = enumOptions.every((option) => /^[A-Z]{2}$/.test(String(option.value)));
  const ids = enumOptions.map((option) => canonical(option.value));
  const shown = ids.find((id) => id === canonical(value)) ?? '';
  const { ref, onChange } = useChoiceField<HTMLSelectElement>({
    chosen: shown === '' ? [] : [shown],
    choose: ([id]) => choose(enumOptions[ids.indexOf(id ?? '')]?.value),
  });
  return (
    <select
      className="input"
      part="input"
      autoComplete={autocomplete === 'country' && !areCodes ? 'country-name' : autocomplete}
      value={shown}
      ref={ref}
      onChange={onChange}
      {...inputProps}
    >
      <option value="">{messages.choose}</option>
      {enumOptions.map((option, index) => (
        <option key={ids[index]} value={ids[index]}>
          {withoutMarkup(option.label)}
        </option>
      ))}
    </select>
  );
}
