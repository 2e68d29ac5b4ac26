import { deepEquals, type WidgetProps } from '@rjsf/utils';
import type { MouseEventHandler, ReactNode } from 'react';
import { canonical } from '../../../validation/json.ts';
import { type ThemeOptions, themeOptions } from '../../asked-form/field-info.ts';
import { partId } from '../../fields/field-id.ts';
import { isIn } from '../../fields/options.ts';
import { useForm, useStored } from '../../form-context.ts';
import { RichLine, RichText } from '../parts/rich-text.tsx';
import { useChoiceField, useChoose, useFieldInfo, useInputProps } from '../use-field.ts';

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
      onChoose={([chosen]) => choose(chosen)}
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
  const isChosen = (value: unknown) => isIn(chosen, value);
  return <OptionList {...props} type="checkbox" isChosen={isChosen} onChoose={choose} />;
}

/** A single checkbox. Other yes or no questions have radios, so that "no" is a deliberate value. */
export function CheckboxWidget(props: WidgetProps): ReactNode {
  const { label, value, uiSchema } = props;
  const inputProps = useInputProps(props);
  const choose = useChoose(props.onChange);
  const { titleMarkup = label } = themeOptions(uiSchema);
  const { ref, onChange } = useChoiceField<HTMLLabelElement>({
    chosen: value === true ? ['true'] : [],
    choose: ([chosen]) => choose(chosen && true),
  });
  return (
    <label className="tick" ref={ref}>
      <input
        type="checkbox"
        value="true"
        checked={value === true}
        onChange={onChange}
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
  /** Gets the chosen values in the order of the options. */
  onChoose: (values: readonly unknown[]) => void;
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
  // What is chosen is told apart by its value, whatever its position.
  const ids = new Map(enumOptions.map(({ value }) => [canonical(value), value as unknown]));
  const { ref, onChange } = useChoiceField<HTMLDivElement>({
    chosen: [...ids].filter(([, value]) => isChosen(value)).map(([id]) => id),
    choose: (chosen) => onChoose(chosen.map((id) => ids.get(id))),
  });
  return (
    <div className={inline ? 'choices inline' : 'choices'} part="choices" ref={ref}>
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
                value={canonical(value)}
                checked={isChosen(value)}
                aria-describedby={describedBy || undefined}
                onChange={onChange}
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
