import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import type { Cities } from '../../combobox/cities.ts';
import { useForm } from '../form-context.ts';
import { countryOf } from './city-reading.ts';

/** The cities that a field asks for one of; `undefined` until they are there, and where there are none. */
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
