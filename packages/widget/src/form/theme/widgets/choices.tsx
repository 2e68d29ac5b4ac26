import { deepEquals, type EnumOptionsType, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { choiceLabel } from '../../fields/choice-label.ts';
import { domId, partId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import { useChosen } from './use-chosen.ts';
import { usePicked } from './use-picked.ts';

interface ChoicesProps extends WidgetProps {
  type: 'radio' | 'checkbox';
  isChosen: (option: EnumOptionsType) => boolean;
  onChoose: (option: EnumOptionsType) => void;
  children?: ReactNode;
}

function Choices({ type, isChosen, onChoose, children, ...props }: ChoicesProps): ReactNode {
  const { id, options, disabled } = props;
  const form = useForm();
  return (
    <div className="choices" part="choices">
      {(options.enumOptions ?? []).map((option, index) => (
        <label className="tick" key={index}>
          <input
            type={type}
            name={domId(id)}
            id={`${domId(id)}-${index}`}
            value={index}
            checked={isChosen(option)}
            disabled={disabled}
            onChange={() => onChoose(option)}
            onBlur={() => props.onBlur(id, props.value)}
          />
          <span>{choiceLabel(option, form)}</span>
        </label>
      ))}
      {children}
    </div>
  );
}

/** One choice out of few, all in view. */
export function Radios(props: WidgetProps): ReactNode {
  const choose = useChosen(props);
  const { id, options, onChange } = props;
  usePicked(id, ([index = -1]) => onChange(options.enumOptions?.[index]?.value, undefined, id));
  return (
    <Choices
      {...props}
      type="radio"
      isChosen={({ value }) => deepEquals(value, props.value)}
      onChoose={({ value }) => choose(value)}
    >
      {isRevocable(props) && <ClearAnswer {...props} />}
    </Choices>
  );
}

/** Radios cannot be taken back by themselves; a default would come back at once. */
function isRevocable({ required = false, schema, disabled = false }: WidgetProps): boolean {
  return schema.default === undefined && !required && !disabled;
}

/** Styles show it while something is chosen, so that it does so before anything listens, too. */
function ClearAnswer(props: WidgetProps): ReactNode {
  const { messages } = useForm();
  const choose = useChosen(props);
  return (
    <button
      type="button"
      className="button quiet clear"
      part="clear"
      id={partId(props.id, 'clear')}
      onClick={({ currentTarget }) => {
        // It is about to go, and the focus must not go with it.
        currentTarget.parentElement?.querySelector('input')?.focus();
        choose(undefined);
      }}
    >
      {messages.clearAnswer}
    </button>
  );
}

/** Any number of choices, kept in the order of the schema. */
export function Checkboxes(props: WidgetProps): ReactNode {
  const choose = useChosen(props);
  const { id, onChange } = props;
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const all = props.options.enumOptions ?? [];
  const valuesOf = (options: typeof all) => options.map(({ value }) => value as unknown);
  usePicked(id, (picked) => {
    const values = valuesOf(all.filter((_option, index) => picked.includes(index)));
    onChange(values, undefined, id);
  });
  const isChosen = ({ value }: EnumOptionsType) => chosen.some((item) => deepEquals(item, value));
  const toggled = (option: EnumOptionsType) =>
    valuesOf(all.filter((other) => isChosen(other) !== (other === option)));
  return (
    <Choices
      {...props}
      type="checkbox"
      isChosen={isChosen}
      onChoose={(option) => choose(toggled(option))}
    />
  );
}
