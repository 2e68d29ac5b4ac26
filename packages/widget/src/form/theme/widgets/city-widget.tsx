import type { WidgetProps } from '@rjsf/utils';
import { type ReactNode, useEffect, useMemo } from 'react';
import { cityFormat } from '../../fields/parsing.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { TextInput } from './text-input.tsx';
import { useCities } from '../use-cities.ts';
import { useCombobox } from './use-combobox.ts';

const CITY = { autoCapitalize: 'words' };

/** A city, found by name or UN/LOCODE. Text that names no listed city is accepted too. */
export function CityWidget(props: WidgetProps): ReactNode {
  const { pointer, valueSchema: schema } = useFieldInfo();
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
