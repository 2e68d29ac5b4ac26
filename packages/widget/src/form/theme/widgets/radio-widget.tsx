import { deepEquals, type WidgetProps } from '@rjsf/utils';
import type { MouseEventHandler, ReactNode } from 'react';
import { partId } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { OptionList } from './option-list.tsx';
import { useChoose } from './use-choose.ts';

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
