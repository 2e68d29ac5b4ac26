import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Cities } from '../../../combobox/cities.ts';
import { cityReading, countryOf } from '../../fields/city-reading.ts';
import { pathOf } from '../../fields/field-id.ts';
import { useForm } from '../../form/form-context.ts';
import { TextInput } from './text-input.tsx';
import { useCombobox } from './use-combobox.ts';

const OWN = { autoCapitalize: 'words', autoComplete: 'address-level2' };
const OTHERS = { autoCapitalize: 'words', autoComplete: 'off' };
const NONE = [] as const;

/** A city by its UN/LOCODE: found by name or by code, shown by its name. Any other text is taken too. */
export function CityInput(props: WidgetProps): ReactNode {
  const { country } = useForm();
  const cities = useCities(countryOf(props.schema.pattern) ?? country);
  const ref = useCombobox(cities?.choices ?? NONE);
  const reading = useMemo(() => cityReading(cities), [cities]);
  return (
    <div className="combobox" ref={ref}>
      <TextInput
        {...props}
        reading={reading}
        attributes={pathOf(props.id).length === 1 ? OWN : OTHERS}
      />
    </div>
  );
}

function useCities(country: string | null): Cities | undefined {
  const { loadCombobox, proxyUrl } = useForm();
  const [cities, setCities] = useState<Cities>();
  useEffect(() => {
    if (country === null) return;
    void loadCombobox()
      .then((combobox) => combobox?.readCities(proxyUrl, country))
      .then(setCities);
  }, [loadCombobox, proxyUrl, country]);
  return cities;
}
