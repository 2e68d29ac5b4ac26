import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { themeOptions } from '../../asked-form/field-info.ts';
import { RichLine } from '../parts/rich-text.tsx';
import { useInputProps } from '../use-field.ts';
import { useChoose } from './use-choose.ts';

/** A single checkbox. Other yes or no questions have radios, so that "no" is a deliberate value. */
export function CheckboxWidget(props: WidgetProps): ReactNode {
  const { label, value, uiSchema } = props;
  const inputProps = useInputProps(props);
  const choose = useChoose(props.onChange);
  const { titleMarkup = label } = themeOptions(uiSchema);
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => choose(target.checked || undefined)}
        {...inputProps}
      />
      <span>
        <RichLine text={titleMarkup} />
      </span>
    </label>
  );
}
