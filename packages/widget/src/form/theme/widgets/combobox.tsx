import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Choice, Cities } from '../../../combobox/choices.ts';
import { domId, pathOf } from '../../fields/field-id.ts';
import { choiceFormat, cityFormat, countryOf, searchableOptions } from '../../fields/parsing.ts';
import { useForm } from '../../form-context.ts';
import { TextInput } from './text.tsx';

/**
 * One of many options, found by typing. Until the combobox loads, the browser's own suggestions
 * (`datalist`) serve. Text that matches no option stays and is reported as an error.
 */
export function ChoiceInput(props: WidgetProps): ReactNode {
  const { schema } = props;
  const form = useForm();
  const options = useMemo(() => searchableOptions(schema, form), [schema, form]);
  const format = useMemo(() => choiceFormat(options), [options]);
  const ref = useCombobox(options, true);
  const listId = `${domId(props.id)}-choices`;
  return (
    <div className="combobox" ref={ref}>
      <TextInput {...props} format={format} attributes={{ list: listId, autoComplete: 'off' }} />
      <datalist id={listId}>
        {options.map(({ text }, index) => (
          <option key={index} value={text}>
            {text}
          </option>
        ))}
      </datalist>
    </div>
  );
}

const OWN_CITY = { autoCapitalize: 'words', autoComplete: 'address-level2' };
const OTHER_CITY = { autoCapitalize: 'words', autoComplete: 'off' };
const NO_CHOICES = [] as const;

/** A city, found by name or UN/LOCODE. Text that names no listed city is accepted too. */
export function CityInput(props: WidgetProps): ReactNode {
  const cities = useCities(props.schema);
  const ref = useCombobox(cities?.choices ?? NO_CHOICES, false);
  const format = useMemo(() => cityFormat(cities), [cities]);
  const isOwn = pathOf(props.id).length === 1;
  return (
    <div className="combobox" ref={ref}>
      <TextInput {...props} format={format} attributes={isOwn ? OWN_CITY : OTHER_CITY} />
    </div>
  );
}

/** The cities of the country that a field is about; `undefined` while loading and without a list. */
export function useCities({ pattern }: RJSFSchema): Cities | undefined {
  const form = useForm();
  const { loadCombobox, proxyUrl } = form;
  const country = countryOf(pattern) ?? form.country;
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    if (country === null) return;
    void loadCombobox()
      .then((combobox) => combobox?.readCities(proxyUrl, country))
      .then(setCities);
  }, [loadCombobox, proxyUrl, country]);
  return cities;
}

/**
 * Turns the input inside an element into a combobox once that chunk has loaded.
 *
 * @param isClosed - whether only the listed choices are valid
 * @returns a ref for the element around the input
 */
function useCombobox(
  choices: readonly Choice[],
  isClosed: boolean,
): RefObject<HTMLDivElement | null> {
  const { loadCombobox, messages } = useForm();
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef({ choices, messages });
  latest.current = { choices, messages };
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isUnmounted = false;
    void loadCombobox().then((combobox) => {
      const input = ref.current?.querySelector('input');
      if (isUnmounted || combobox === undefined || !input) return;
      remove = combobox.enhance(input, {
        choices: () => latest.current.choices,
        count: (count) => latest.current.messages.suggestions(count),
        isClosed,
      });
    });
    return () => {
      isUnmounted = true;
      remove?.();
    };
  }, [loadCombobox, isClosed]);
  return ref;
}
