import type { WidgetProps } from '@rjsf/utils';
import { useMemo, type ReactNode } from 'react';
import { choiceReading, typedChoices } from '../../fields/choice-reading.ts';
import { domId } from '../../fields/field-id.ts';
import { useForm } from '../../form-context.ts';
import { TextInput } from './text-input.tsx';
import { useCombobox } from './use-combobox.ts';

/**
 * One choice out of many, found by typing. It begins as an input with the browser's own suggestions,
 * which take text before any script has run. What is no choice stays, and is told as an error.
 */
export function ChoiceInput(props: WidgetProps): ReactNode {
  const { schema } = props;
  const form = useForm();
  const choices = useMemo(() => typedChoices(schema, form), [schema, form]);
  const reading = useMemo(() => choiceReading(choices), [choices]);
  const ref = useCombobox(choices);
  const list = `${domId(props.id)}-choices`;
  return (
    <div className="combobox" ref={ref}>
      <TextInput {...props} reading={reading} attributes={{ list, autoComplete: 'off' }} />
      <datalist id={list}>
        {choices.map(({ text }, index) => (
          <option key={index} value={text}>
            {text}
          </option>
        ))}
      </datalist>
    </div>
  );
}
