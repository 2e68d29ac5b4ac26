import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import type { Cities } from '../../combobox/choices.ts';
import { countryOf } from '../fields/text-formats.ts';
import { useForm } from '../form-context.ts';

interface CityList {
  /** `undefined` while it is loading, and without one. */
  cities: Cities | undefined;
  isLoading: boolean;
}

/** The cities of the country that a field is about. */
export function useCities({ pattern }: RJSFSchema): CityList {
  const form = useForm();
  const { loadCombobox, proxyUrl } = form.controller.options;
  const country = countryOf(pattern) ?? form.country;
  const [loaded, setLoaded] = useState<{ cities: Cities | undefined }>();
  useEffect(() => {
    if (country === null) return undefined;
    let isWanted = true;
    void loadCombobox()
      .then((combobox) => combobox?.readCities(proxyUrl, country, () => isWanted))
      .then((cities) => isWanted && setLoaded({ cities }));
    return () => {
      isWanted = false;
    };
  }, [loadCombobox, proxyUrl, country]);
  return { cities: loaded?.cities, isLoading: country !== null && loaded === undefined };
}
