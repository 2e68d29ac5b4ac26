import { deepEquals, type WidgetProps } from '@rjsf/utils';
import { type ReactNode, useEffect, useState } from 'react';
import type { Choice } from '../../../combobox/choices.ts';
import { formatMessage } from '../../../i18n/format-message.ts';
import type { Messages } from '../../../i18n/messages.ts';
import { plainText } from '../../../i18n/plain-text.ts';
import { isIn, type Option } from '../../fields/options.ts';
import { useForm } from '../../form-context.ts';
import { useChoose, useCorrect, useFieldInfo, useInputProps } from '../use-field.ts';
import { useTextField } from './use-text-value.ts';
import { optionsOf, SearchHint, useCombobox } from './use-combobox.tsx';

const toChoice = ({ label }: Option): Choice => ({ text: label });

/**
 * Several of many options: an input that finds them by typing, and a removable chip for each. Text that
 * names no option stays in the input and in the value, which is then not valid.
 */
export function SeveralWidget(props: WidgetProps): ReactNode {
  const { messages } = useForm();
  const { messages: own } = useFieldInfo();
  const inputProps = useInputProps(props);
  const { chosen, left, rest, status, take, follow, remove } = useSeveralChoices(props);
  const ref = useCombobox(left, { isClosed: true, onTake: take });
  const hintId = `${inputProps.id}-options`;
  const input = () => ref.current?.querySelector('input');
  return (
    <div className="multi">
      {chosen.length > 0 && (
        <ul className="chips" part="chips">
          {chosen.map((option) => (
            <li className="chip" part="chip" key={option.label}>
              <span translate="no">{option.label}</span>
              <button
                type="button"
                className="chip-remove"
                aria-label={formatMessage(messages.remove, option.label)}
                onClick={() => {
                  input()?.focus();
                  remove(option);
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchHint id={hintId} count={left().length} />
      <div className="combobox list-box" ref={ref}>
        <input
          type="text"
          ref={follow}
          className="input"
          part="input"
          autoComplete="off"
          translate="no"
          defaultValue={rest}
          {...inputProps}
          aria-describedby={[hintId, inputProps['aria-describedby']].filter(Boolean).join(' ')}
        />
      </div>
      <p className={rest === '' ? 'unseen' : 'warning'} aria-live="polite">
        {rest === '' ? status(messages) : formatMessage(messages.errors.listed, own)}
      </p>
    </div>
  );
}

/** The option that was added last, or removed: then with how many are left. */
interface LastChange {
  label: string;
  left?: number;
}

function statusOf(last: LastChange | undefined, messages: Messages): string {
  if (last === undefined) return '';
  const { label, left } = last;
  return left === undefined
    ? formatMessage(messages.added, label)
    : formatMessage(messages.removed, label, left);
}

/** The chosen options, and the `rest`: text that names none. */
function useSeveralChoices(props: WidgetProps) {
  const { value, onChange, options } = props;
  const choose = useChoose(onChange);
  const correct = useCorrect();
  const [last, setLast] = useState<LastChange>();
  const all = optionsOf(options.enumOptions);
  const values: unknown[] = Array.isArray(value) ? value : [];
  const isChosen = (option: Option) => isIn(values, option.value);
  const chosen = all.filter(isChosen);
  const picked = chosen.map((option) => option.value);
  const unknown = values.find((each) => !isIn(picked, each));
  const rest = typeof unknown === 'string' ? unknown : '';
  const add = (option: Option | undefined, commit: (values: readonly unknown[]) => void) => {
    if (option === undefined || isChosen(option)) return;
    commit([...picked, option.value]);
    setLast({ label: option.label });
  };
  const addTyped = (isFinal: boolean) => {
    const input = inputs.get('text');
    // The system may discard a hidden page.
    if (!input || !(isFinal || document.visibilityState === 'hidden')) return;
    const text = input.value.trim();
    const isMeant = ({ label }: Option) => plainText(label) === plainText(text);
    const typed = all.find(({ label }) => label === text) ?? all.find(isMeant);
    // Text is being committed already, so that `choose` would start over.
    const commitTyped = text === rest ? correct : onChange;
    if (typed !== undefined) input.value = '';
    if (typed !== undefined && !isChosen(typed)) add(typed, commitTyped);
    else if (isFinal && (typed ? '' : text) !== rest)
      commitTyped(typed || text === '' ? picked : [...picked, text]);
  };
  const { inputs, refOf } = useTextField<'text', HTMLInputElement>({
    commit: addTyped,
    onTyped: () => {},
  });
  // A draft may come after the input.
  useEffect(() => {
    const input = inputs.get('text');
    if (rest !== '' && input?.value === '') input.value = rest;
  }, [inputs, rest]);
  return {
    chosen,
    rest,
    status: (messages: Messages) => statusOf(last, messages),
    follow: refOf('text'),
    left: () => all.filter((option) => !isChosen(option)).map(toChoice),
    take: ({ text }: Choice) =>
      add(
        all.find(({ label }) => label === text),
        choose,
      ),
    remove: ({ label, value: removed }: Option) => {
      choose(values.filter((each) => !deepEquals(each, removed)));
      setLast({ label, left: picked.length - 1 });
    },
  };
}
