import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import type { Cities } from '../../combobox/choices.ts';
import { countryOf } from '../fields/parsing.ts';
import { useForm } from '../form-context.ts';

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
