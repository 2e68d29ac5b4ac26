import { deepEquals, type EnumOptionsType, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { choiceLabel } from '../../fields/choice-label.ts';
import { domId, partId } from '../../fields/field-id.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import { useChosen } from './use-chosen.ts';

interface ChoicesProps extends WidgetProps {
  type: 'radio' | 'checkbox';
  isChosen: (option: EnumOptionsType) => boolean;
  onChoose: (option: EnumOptionsType) => void;
}

function Choices({ type, isChosen, onChoose, ...props }: ChoicesProps): ReactNode {
  const { id, schema, options, disabled } = props;
  const form = useForm();
  const { 'aria-invalid': isInvalid, ...aria } = useFieldAria(id, schema);
  return (
    <div
      className="choices"
      part="choices"
      role={type === 'radio' ? 'radiogroup' : 'group'}
      aria-labelledby={partId(id, 'label')}
      aria-invalid={type === 'radio' ? isInvalid : undefined}
      tabIndex={-1}
      {...aria}
    >
      {(options.enumOptions ?? []).map((option, index) => (
        <label className="tick" key={index}>
          <input
            type={type}
            name={domId(id)}
            id={`${domId(id)}-${index}`}
            checked={isChosen(option)}
            disabled={disabled}
            onChange={() => onChoose(option)}
            onBlur={() => props.onBlur(id, props.value)}
          />
          <span>{choiceLabel(option, form)}</span>
        </label>
      ))}
    </div>
  );
}

/** One choice out of few, all in view. */
export function Radios(props: WidgetProps): ReactNode {
  const choose = useChosen(props);
  return (
    <Choices
      {...props}
      type="radio"
      isChosen={({ value }) => deepEquals(value, props.value)}
      onChoose={({ value }) => choose(value)}
    />
  );
}

/** Any number of choices, kept in the order of the schema. */
export function Checkboxes(props: WidgetProps): ReactNode {
  const choose = useChosen(props);
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const isChosen = ({ value }: EnumOptionsType) => chosen.some((item) => deepEquals(item, value));
  const toggled = (option: EnumOptionsType) =>
    (props.options.enumOptions ?? [])
      .filter((other) => isChosen(other) !== (other === option))
      .map(({ value }) => value as unknown);
  return (
    <Choices
      {...props}
      type="checkbox"
      isChosen={isChosen}
      onChoose={(option) => choose(toggled(option))}
    />
  );
}
