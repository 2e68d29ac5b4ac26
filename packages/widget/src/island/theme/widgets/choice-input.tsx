import { optionsList, type WidgetProps } from '@rjsf/utils';
import { useMemo, type ReactNode } from 'react';
import { choiceLabel } from '../../fields/choice-label.ts';
import { domId } from '../../fields/field-id.ts';
import { useForm } from '../../form/form-context.ts';
import { TextInput } from './text-input.tsx';
import { useCombobox } from './use-combobox.ts';

/**
 * One choice out of many, found by typing. It begins as an input with the browser's own suggestions,
 * which take text before any script has run. What is no choice stays, and is told as an error.
 */
export function ChoiceInput(props: WidgetProps): ReactNode {
  const { schema } = props;
  const form = useForm();
  const choices = useMemo(
    () =>
      (optionsList(schema) ?? []).map((option) => ({
        text: choiceLabel(option, form),
        value: String(option.value),
      })),
    [schema, form],
  );
  const reading = useMemo(() => {
    const folded = new Map(choices.map(({ text, value }) => [fold(text), value]));
    const labels = new Map(choices.map(({ text, value }) => [value, text]));
    return {
      read: (text: string) => folded.get(fold(text)) ?? text.trim(),
      write: (value: string) => labels.get(value) ?? value,
    };
  }, [choices]);
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

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
