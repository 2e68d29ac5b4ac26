import { deepEquals, type WidgetProps } from '@rjsf/utils';
import type { MouseEventHandler, ReactNode } from 'react';
import { canonical } from '../../../validation/json.ts';
import { type ThemeOptions, themeOptions } from '../../asked-form/field-info.ts';
import { partId } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { RichLine, RichText } from '../parts/rich-text.tsx';
import { useChoose, useFieldInfo, useInputProps } from '../use-field.ts';

/** One of a few options, all visible. */
export function RadioWidget(props: WidgetProps): ReactNode {
  const { required, value } = props;
  const choose = useChoose(props.onChange);
  const clear: MouseEventHandler<HTMLButtonElement> = ({ currentTarget }) => {
    // The button disappears; keep the focus in the group.
    currentTarget.parentElement?.querySelector('input')?.focus();
    choose(undefined);
  };
  return (
    <OptionList
      {...props}
      type="radio"
      isChosen={(option) => deepEquals(option, value)}
      onChoose={choose}
    >
      {!required && <ClearAnswer onClick={clear} />}
    </OptionList>
  );
}

/** CSS hides it while nothing is chosen. Its name tells it apart from those of other fields and entries. */
function ClearAnswer({ onClick }: { onClick: MouseEventHandler<HTMLButtonElement> }): ReactNode {
  const { messages, askedForm } = useForm();
  const { pointer, messages: own } = useFieldInfo();
  const context = useStored(() => askedForm.contextOf(pointer));
  return (
    <button
      type="button"
      className="button quiet clear"
      part="clear"
      id={partId(pointer, 'clear')}
      aria-label={[messages.clearAnswer, context, own.label].filter(Boolean).join(': ')}
      onClick={onClick}
    >
      {messages.clearAnswer}
    </button>
  );
}

/** Any number of options; values keep the order of the options. */
export function CheckboxesWidget(props: WidgetProps): ReactNode {
  const choose = useChoose(props.onChange);
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const isChosen = (value: unknown) => chosen.some((item) => deepEquals(item, value));
  const all = (props.options.enumOptions ?? []).map(({ value }): unknown => value);
  return (
    <OptionList
      {...props}
      type="checkbox"
      isChosen={isChosen}
      onChoose={(changed, isChecked) =>
        choose(all.filter((value) => (value === changed ? isChecked : isChosen(value))))
      }
    />
  );
}

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

interface OptionListProps extends Pick<WidgetProps, 'options' | 'required'> {
  type: 'radio' | 'checkbox';
  isChosen: (value: unknown) => boolean;
  onChoose: (value: unknown, isChecked: boolean) => void;
  children?: ReactNode;
}

/** Options as radio buttons or checkboxes, with their descriptions. */
function OptionList({ type, isChosen, onChoose, children, ...props }: OptionListProps) {
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
