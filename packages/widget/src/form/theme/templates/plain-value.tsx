import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { pathOf } from '../../fields/field-id.ts';
import { knownField } from '../../fields/known-field.ts';
import { plainValue } from '../../fields/plain-value.ts';
import { useCities } from '../../fields/use-cities.ts';
import { useForm } from '../../form-context.ts';

interface PlainValueProps {
  rjsfId: string;
  schema: RJSFSchema;
  value: unknown;
}

/** A value of a field as a person would write it. */
export function PlainValue(props: PlainValueProps): ReactNode {
  const form = useForm();
  const { rjsfId, schema, value } = props;
  const isCity = knownField(pathOf(rjsfId)) === 'city_locode' && typeof value === 'string';
  const text = plainValue(value, schema, form);
  return isCity && text === value ? <CityName schema={schema} code={value} /> : text;
}

/** A city by its name, by its code until the list of cities is there. */
function CityName({ schema, code }: { schema: RJSFSchema; code: string }): ReactNode {
  return useCities(schema)?.nameOf(code) ?? code;
}
