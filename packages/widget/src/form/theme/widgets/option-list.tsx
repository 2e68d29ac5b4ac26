import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { canonical } from '../../../validation/json.ts';
import type { ThemeOptions } from '../../asked-form/field-info.ts';
import { RichLine, RichText } from '../parts/rich-text.tsx';
import { useInputProps } from '../use-field.ts';

interface OptionListProps extends Pick<WidgetProps, 'options' | 'required'> {
  type: 'radio' | 'checkbox';
  isChosen: (value: unknown) => boolean;
  onChoose: (value: unknown, isChecked: boolean) => void;
  children?: ReactNode;
}

/** Options as radio buttons or checkboxes, with their descriptions. */
export function OptionList({ type, isChosen, onChoose, children, ...props }: OptionListProps) {
  const {
    enumOptions = [],
    enumDescriptions,
    inline,
  } = props.options as typeof props.options & ThemeOptions;
  const { name, 'aria-describedby': fieldDescribedBy } = useInputProps(props);
  return (
    <div className={inline ? 'choices inline' : 'choices'} part="choices">
      {enumOptions.map(({ value, label }, index) => {
        const optionId = `${name}-${index}`;
        const description = enumDescriptions?.[index];
        const descriptionId = description && `${optionId}-hint`;
        const describedBy = [descriptionId, fieldDescribedBy].filter(Boolean).join(' ');
        return (
          <div className="option" key={index}>
            <label className="tick">
              <input
                type={type}
                name={name}
                id={optionId}
                // What is chosen is told apart by its value, whatever its position.
                value={canonical(value)}
                checked={isChosen(value)}
                aria-describedby={describedBy || undefined}
                onChange={({ target }) => onChoose(value, target.checked)}
              />
              <span>
                <RichLine text={label} />
              </span>
            </label>
            {description && (
              <div className="hint" part="hint" id={descriptionId}>
                <RichText text={description} />
              </div>
            )}
          </div>
        );
      })}
      {children}
    </div>
  );
}
