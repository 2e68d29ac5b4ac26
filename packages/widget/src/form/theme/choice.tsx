import { deepEquals } from '@rjsf/utils';
import { type MouseEvent, type ReactNode, useContext, useMemo } from 'react';
import { partId } from '../fields/field-id.ts';
import { fieldOptions, type Option } from '../fields/options.ts';
import { FieldContext, useAutofill, useInputProps } from '../fields/use-field.ts';
import { useForm, type WidgetProps } from '../form-context.ts';
import { RichLine, RichText } from './notes.tsx';

export function useOptions({ schema }: WidgetProps): readonly Option[] {
  const form = useForm();
  return useMemo(() => fieldOptions(schema, form), [schema, form]);
}

interface OptionListProps extends WidgetProps {
  type: 'radio' | 'checkbox';
  all: readonly Option[];
  isChosen: (option: Option) => boolean;
  onChoose: (option: Option, isChecked: boolean) => void;
  children?: ReactNode;
}

function OptionList({ type, all, isChosen, onChoose, children, ...props }: OptionListProps) {
  const { name, 'aria-describedby': fieldDescribedBy } = useInputProps(props);
  return (
    <div className="choices" part="choices">
      {all.map((option, index) => {
        const optionId = `${name}-${index}`;
        const descriptionId = option.description && `${optionId}-hint`;
        const describedBy = [descriptionId, fieldDescribedBy].filter(Boolean).join(' ');
        return (
          <div className="option" key={index}>
            <label className="tick">
              <input
                type={type}
                name={name}
                id={optionId}
                value={index}
                checked={isChosen(option)}
                aria-describedby={describedBy || undefined}
                onChange={({ target }) => onChoose(option, target.checked)}
              />
              <span>
                <RichLine text={option.markup ?? option.label} />
              </span>
            </label>
            {option.description && (
              <div className="hint" part="hint" id={descriptionId}>
                <RichText text={option.description} />
              </div>
            )}
          </div>
        );
      })}
      {children}
    </div>
  );
}

/** One of a few options, all visible. */
export function Radios(props: WidgetProps): ReactNode {
  const { messages, controller } = useForm();
  const all = useOptions(props);
  const { pointer, required } = props;
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button disappears; keep the focus in the group.
    currentTarget.parentElement?.querySelector('input')?.focus();
    controller.setValue(pointer, undefined);
  };
  return (
    <OptionList
      {...props}
      type="radio"
      all={all}
      isChosen={({ value }) => deepEquals(value, props.value)}
      onChoose={({ value }) => controller.setValue(pointer, value)}
    >
      {/* CSS hides the button while nothing is chosen. */}
      {!required && (
        <button
          type="button"
          className="button quiet clear"
          part="clear"
          id={partId(pointer, 'clear')}
          onClick={clear}
        >
          {messages.clearAnswer}
        </button>
      )}
    </OptionList>
  );
}

/** Any number of options; values keep the order of the options. */
export function Checkboxes(props: WidgetProps): ReactNode {
  const { pointer } = props;
  const { controller } = useForm();
  const all = useOptions(props);
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const isChosen = ({ value }: Option) => chosen.some((item) => deepEquals(item, value));
  const withChoice = (option: Option, isChecked: boolean) =>
    all
      .filter((other) => (other === option ? isChecked : isChosen(other)))
      .map(({ value }) => value);
  return (
    <OptionList
      {...props}
      type="checkbox"
      all={all}
      isChosen={isChosen}
      onChoose={(option, isChecked) => controller.setValue(pointer, withChoice(option, isChecked))}
    />
  );
}

/** One of several options in a native `select`. Options are numbered, since a value may be any JSON. */
export function Select(props: WidgetProps): ReactNode {
  const { pointer, schema, value } = props;
  const { messages, controller } = useForm();
  const all = useOptions(props);
  const inputProps = useInputProps(props);
  const token = useAutofill(pointer, schema);
  const areCodes = all.every((option) => /^[A-Z]{2}$/.test(String(option.value)));
  const valueAt = (index: string): unknown =>
    index === '' ? undefined : all[Number(index)]?.value;
  const selected = all.findIndex((option) => deepEquals(option.value, value));
  return (
    <select
      className="input"
      part="input"
      autoComplete={token === 'country' && !areCodes ? 'country-name' : token}
      value={selected === -1 ? '' : String(selected)}
      onChange={({ target }) => controller.setValue(pointer, valueAt(target.value))}
      {...inputProps}
    >
      <option value="">{messages.choose}</option>
      {all.map(({ label }, index) => (
        <option key={index} value={String(index)}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A single checkbox. Other yes or no questions have radios, so that "no" is a deliberate value. */
export function Consent(props: WidgetProps): ReactNode {
  const { controller } = useForm();
  const inputProps = useInputProps(props);
  const { label, markup = label } = useContext(FieldContext).messages;
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={props.value === true}
        onChange={({ target }) => controller.setValue(props.pointer, target.checked || undefined)}
        {...inputProps}
      />
      <span>
        <RichLine text={markup} />
      </span>
    </label>
  );
}
