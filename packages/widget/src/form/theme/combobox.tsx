import { deepEquals, type RJSFSchema } from '@rjsf/utils';
import {
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Choice, Cities } from '../../combobox/choices.ts';
import type { ComboboxOptions } from '../../combobox/combobox.ts';
import { formatMessage } from '../../i18n/format-message.ts';
import { plainText } from '../../i18n/plain-text.ts';
import { domId } from '../fields/field-id.ts';
import type { Option } from '../fields/options.ts';
import { choiceFormat, cityFormat, countryOf } from '../fields/parsing.ts';
import { FieldContext, useAutofill, useInputProps } from '../fields/use-field.ts';
import { useForm, type WidgetProps } from '../form-context.ts';
import { useOptions } from './choice.tsx';
import { TextInput } from './text.tsx';
import { useTextField } from './use-text-value.ts';

const toChoice = ({ label }: Option): Choice => ({ text: label });

/**
 * One of many options, found by typing. Until the combobox loads, the browser's own suggestions
 * (`datalist`) serve. Text that matches no option stays and is reported as an error.
 */
export function ChoiceInput(props: WidgetProps): ReactNode {
  const options = useOptions(props);
  const format = useMemo(() => choiceFormat(options), [options]);
  const ref = useCombobox(() => options.map(toChoice), { isClosed: true });
  const listId = `${domId(props.pointer)}-choices`;
  return (
    <div className="combobox" ref={ref}>
      <TextInput
        {...props}
        format={format}
        attributes={{
          list: listId,
          autoComplete: useAutofill(props.pointer, props.schema) ?? 'off',
        }}
      />
      <datalist id={listId}>
        {options.map(({ label }, index) => (
          <option key={index} value={label}>
            {label}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/**
 * Several of many options: an input that finds them by typing, and a removable chip for each. Text that
 * names no option stays in the input and in the value, which is then not valid.
 */
export function MultiChoiceInput(props: WidgetProps): ReactNode {
  const { messages } = useForm();
  const { messages: own } = useContext(FieldContext);
  const inputProps = useInputProps(props);
  const { chosen, left, rest, status, take, follow, remove } = useSeveralChoices(props);
  const ref = useCombobox(left, { isClosed: true, onTake: take });
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
      <div className="combobox" ref={ref}>
        <input
          type="text"
          ref={follow}
          className="input"
          part="input"
          autoComplete="off"
          translate="no"
          defaultValue={rest}
          {...inputProps}
        />
      </div>
      <p className={rest === '' ? 'unseen' : 'warning'} aria-live="polite">
        {rest === '' ? status : formatMessage(messages.errors.listed, own)}
      </p>
    </div>
  );
}

/** The chosen options, and the `rest`: text that names none. */
function useSeveralChoices(props: WidgetProps) {
  const { pointer, value } = props;
  const { messages, controller } = useForm();
  const choose = (next: readonly unknown[]) => controller.setValue(pointer, next);
  const [status, setStatus] = useState('');
  const all = useOptions(props);
  const values: unknown[] = Array.isArray(value) ? value : [];
  const isChosen = (option: Option) => values.some((each) => deepEquals(each, option.value));
  const chosen = all.filter(isChosen);
  const picked = chosen.map((option) => option.value);
  const unknown = values.find((each) => !picked.some((known) => deepEquals(known, each)));
  const rest = typeof unknown === 'string' ? unknown : '';
  const add = (option: Option | undefined, commit: (values: readonly unknown[]) => void) => {
    if (option === undefined || isChosen(option)) return;
    commit([...picked, option.value]);
    setStatus(formatMessage(messages.added, option.label));
  };
  // Text is being committed already, so that `choose` would start over.
  const commitTyped = (next: readonly unknown[]) => controller.change(pointer, next);
  const addTyped = (isFinal: boolean) => {
    const input = inputs.get('text');
    // The system may discard a hidden page.
    if (!input || !(isFinal || document.visibilityState === 'hidden')) return;
    const text = input.value.trim();
    const isMeant = ({ label }: Option) => plainText(label) === plainText(text);
    const typed = all.find(({ label }) => label === text) ?? all.find(isMeant);
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
    status,
    follow: refOf('text'),
    left: () => all.filter((option) => !isChosen(option)).map(toChoice),
    take: ({ text }: Choice) =>
      add(
        all.find(({ label }) => label === text),
        choose,
      ),
    remove: ({ label, value: removed }: Option) => {
      choose(values.filter((each) => !deepEquals(each, removed)));
      setStatus(formatMessage(messages.removed, label, picked.length - 1));
    },
  };
}

const CITY = { autoCapitalize: 'words' };

/** A city, found by name or UN/LOCODE. Text that names no listed city is accepted too. */
export function CityInput(props: WidgetProps): ReactNode {
  const { pointer, schema } = props;
  const { store } = useForm();
  const cities = useCities(schema);
  useEffect(() => (cities ? store.listCities(pointer) : undefined), [cities, store, pointer]);
  const ref = useCombobox(() => cities?.choices ?? []);
  const format = useMemo(() => cityFormat(cities), [cities]);
  return (
    <div className="combobox" ref={ref}>
      <TextInput {...props} format={format} attributes={CITY} />
    </div>
  );
}

/** The cities of the country that a field is about; `undefined` while loading and without a list. */
export function useCities({ pattern }: RJSFSchema): Cities | undefined {
  const form = useForm();
  const { loadCombobox, proxyUrl } = form.controller.options;
  const country = countryOf(pattern) ?? form.country;
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    if (country === null) return undefined;
    let isWanted = true;
    void loadCombobox()
      .then((combobox) => combobox?.readCities(proxyUrl, country, () => isWanted))
      .then((list) => isWanted && setCities(list));
    return () => {
      isWanted = false;
    };
  }, [loadCombobox, proxyUrl, country]);
  return cities;
}

/**
 * Turns the input inside an element into a combobox once that chunk has loaded.
 *
 * @param choices - reads the choices so far
 * @returns a ref for the element around the input
 */
function useCombobox(
  choices: () => readonly Choice[],
  behavior: Pick<ComboboxOptions, 'isClosed' | 'onTake'> = {},
): RefObject<HTMLDivElement | null> {
  const { messages, store, controller } = useForm();
  const { loadCombobox } = controller.options;
  const ref = useRef<HTMLDivElement>(null);
  const count = (suggestions: number) => formatMessage(messages.suggestions, suggestions);
  const afterPress = (work: () => void) => store.typing.press.afterwards(work);
  const options: ComboboxOptions = { ...behavior, choices, count, afterPress };
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    void loadCombobox().then((combobox) => {
      const input = ref.current?.querySelector('input');
      if (input) combobox?.enhance(input, () => latest.current);
    });
  }, [loadCombobox]);
  return ref;
}
