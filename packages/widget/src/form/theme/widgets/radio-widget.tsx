import { deepEquals, type WidgetProps } from '@rjsf/utils';
import type { MouseEvent, ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { OptionList } from './option-list.tsx';
import { useChoose } from './use-choose.ts';

/** One of a few options, all visible. */
export function RadioWidget(props: WidgetProps): ReactNode {
  const { required, value } = props;
  const { messages } = useForm();
  const { pointer, messages: own } = useFieldInfo();
  const choose = useChoose(props.onChange);
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
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
      {/* CSS hides the button while nothing is chosen. */}
      {!required && (
        <button
          type="button"
          className="button quiet clear"
          part="clear"
          id={partId(pointer, 'clear')}
          aria-label={`${messages.clearAnswer}: ${own.label}`}
          onClick={clear}
        >
          {messages.clearAnswer}
        </button>
      )}
    </OptionList>
  );
}
