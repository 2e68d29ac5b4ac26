import {
  deepEquals,
  enumOptionsIndexForValue,
  type EnumOptionsType,
  enumOptionsValueForIndex,
  type WidgetProps,
} from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { domId, partId } from '../../fields/field-id.ts';
import { choiceLabel } from '../../fields/formatting.ts';
import { isConsent } from '../../fields/kinds.ts';
import { FieldContext, useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { useChoice, useRestoredChoice } from './use-choice.ts';

interface OptionListProps extends WidgetProps {
  type: 'radio' | 'checkbox';
  isChosen: (option: EnumOptionsType) => boolean;
  onChoose: (option: EnumOptionsType) => void;
  children?: ReactNode;
}

function OptionList({ type, isChosen, onChoose, children, ...props }: OptionListProps): ReactNode {
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

/** One of a few options, all visible. */
export function Radios(props: WidgetProps): ReactNode {
  const choose = useChoice(props);
  const { id, options, onChange } = props;
  useRestoredChoice(id, ([index = -1]) =>
    onChange(options.enumOptions?.[index]?.value, undefined, id),
  );
  return (
    <OptionList
      {...props}
      type="radio"
      isChosen={({ value }) => deepEquals(value, props.value)}
      onChoose={({ value }) => choose(value)}
    >
      {isClearable(props) && <ClearButton {...props} />}
    </OptionList>
  );
}

/** A default would come back at once. */
function isClearable({ required = false, schema, disabled = false }: WidgetProps): boolean {
  return schema.default === undefined && !required && !disabled;
}

/** Unchecks radios. CSS hides it while nothing is chosen, so that it also works before hydration. */
function ClearButton(props: WidgetProps): ReactNode {
  const { messages } = useForm();
  const choose = useChoice(props);
  return (
    <button
      type="button"
      className="button quiet clear"
      part="clear"
      id={partId(props.id, 'clear')}
      onClick={({ currentTarget }) => {
        // The button disappears; keep the focus in the group.
        currentTarget.parentElement?.querySelector('input')?.focus();
        choose(undefined);
      }}
    >
      {messages.clearAnswer}
    </button>
  );
}

/** Any number of options; values keep the order of the schema. */
export function Checkboxes(props: WidgetProps): ReactNode {
  const choose = useChoice(props);
  const { id, onChange } = props;
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const all = props.options.enumOptions ?? [];
  const valuesOf = (options: typeof all) => options.map(({ value }) => value as unknown);
  useRestoredChoice(id, (indexes) => {
    const values = valuesOf(all.filter((_option, index) => indexes.includes(index)));
    onChange(values, undefined, id);
  });
  const isChosen = ({ value }: EnumOptionsType) => chosen.some((item) => deepEquals(item, value));
  const toggled = (option: EnumOptionsType) =>
    valuesOf(all.filter((other) => isChosen(other) !== (other === option)));
  return (
    <OptionList
      {...props}
      type="checkbox"
      isChosen={isChosen}
      onChoose={(option) => choose(toggled(option))}
    />
  );
}

/** One of several options in a native `select`. Options are numbered, since a value may be any JSON. */
export function Select(props: WidgetProps): ReactNode {
  const { id, schema, options, value, disabled } = props;
  const { enumOptions = [], emptyValue } = options;
  const form = useForm();
  const choose = useChoice(props);
  const aria = useFieldAria(id);
  const valueAt = (index: string) => enumOptionsValueForIndex(index, enumOptions, emptyValue);
  useRestoredChoice(id, ([index = '']) => props.onChange(valueAt(String(index)), undefined, id));
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

/** Yes/No radios, so that "no" is a deliberate value; a single checkbox for a consent. */
export function BooleanWidget(props: WidgetProps): ReactNode {
  return isConsent(props.schema) ? <Consent {...props} /> : <Radios {...props} />;
}

function Consent({ id, value, disabled, onChange, onBlur }: WidgetProps): ReactNode {
  const aria = useFieldAria(id);
  const { label } = useContext(FieldContext).messages;
  const choose = useChoice({ id, onChange });
  useRestoredChoice(id, ({ length }) => onChange(length > 0 || undefined, undefined, id));
  return (
    <label className="tick">
      <input
        type="checkbox"
        name={domId(id)}
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => choose(target.checked || undefined)}
        onBlur={() => onBlur(id, value)}
        {...aria}
      />
      <span>{label}</span>
    </label>
  );
}
