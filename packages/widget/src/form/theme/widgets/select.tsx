import { enumOptionsIndexForValue, enumOptionsValueForIndex, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { choiceLabel } from '../../fields/choice-label.ts';
import { domId } from '../../fields/field-id.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { useChosen } from './use-chosen.ts';
import { usePicked } from './use-picked.ts';

/** One choice out of several. Options are numbered, since a value may be anything. */
export function Select(props: WidgetProps): ReactNode {
  const { id, schema, options, value, disabled } = props;
  const { enumOptions = [], emptyValue } = options;
  const form = useForm();
  const choose = useChosen(props);
  const aria = useFieldAria(id);
  const valueAt = (index: string) => enumOptionsValueForIndex(index, enumOptions, emptyValue);
  usePicked(id, ([index = '']) => props.onChange(valueAt(String(index)), undefined, id));
  const selected = enumOptionsIndexForValue(value, enumOptions) ?? '';
  return (
    <select
      className="input"
      part="input"
      name={domId(id)}
      value={selected}
      disabled={disabled}
      onChange={({ target }) => choose(valueAt(target.value))}
      onBlur={() => props.onBlur(id, value)}
      {...aria}
    >
      {schema.default === undefined && <option value="">{form.messages.choose}</option>}
      {enumOptions.map((option, index) => (
        <option key={index} value={String(index)}>
          {choiceLabel(option, form)}
        </option>
      ))}
    </select>
  );
}
