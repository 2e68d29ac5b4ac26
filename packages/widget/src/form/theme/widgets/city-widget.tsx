import type { WidgetProps } from '@rjsf/utils';
import { type ReactNode, useEffect, useMemo } from 'react';
import { cityFormat } from '../../fields/text-formats.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo } from '../use-field.ts';
import { TextInput } from './text-input.tsx';
import { useCities } from '../use-cities.ts';
import { useCombobox } from './use-combobox.tsx';

const CITY = { autoCapitalize: 'words' };

/**
 * A city, found by name or UN/LOCODE. A submit waits for the list, so that a name is sent as its code. Text
 * that names no listed city is accepted too.
 */
export function CityWidget(props: WidgetProps): ReactNode {
  const { pointer, valueSchema: schema } = useFieldInfo();
  const { store } = useForm();
  const { cities, isLoading } = useCities(schema);
  // The cleanup runs once the text has been read with the list.
  useEffect(
    () => (isLoading ? store.startLookup(pointer) : undefined),
    [isLoading, store, pointer],
  );
  const ref = useCombobox(() => cities?.choices ?? []);
  const format = useMemo(() => cityFormat(cities), [cities]);
  return (
    <div className="combobox" ref={ref}>
      <TextInput {...props} format={format} attributes={CITY} />
    </div>
  );
}
