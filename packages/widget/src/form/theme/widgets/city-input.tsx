import type { WidgetProps } from '@rjsf/utils';
import { useMemo, type ReactNode } from 'react';
import { cityReading } from '../../fields/city-reading.ts';
import { pathOf } from '../../fields/field-id.ts';
import { useCities } from '../../fields/use-cities.ts';
import { TextInput } from './text-input.tsx';
import { useCombobox } from './use-combobox.ts';

const OWN = { autoCapitalize: 'words', autoComplete: 'address-level2' };
const OTHERS = { autoCapitalize: 'words', autoComplete: 'off' };
const NONE = [] as const;

/** A city by its UN/LOCODE: found by name or by code, shown by its name. Any other text is taken too. */
export function CityInput(props: WidgetProps): ReactNode {
  const cities = useCities(props.schema);
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
