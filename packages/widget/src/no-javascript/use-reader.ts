import { enumOptionsValueForIndex, type RJSFSchema, type WidgetProps } from '@rjsf/utils';
import { useContext } from 'react';
import type { TypedMoment } from '../dates/time-text.ts';
import { choiceKind } from '../form/fields/choice-kind.ts';
import { choiceReading, typedChoices } from '../form/fields/choice-reading.ts';
import { cityReading, countryOf } from '../form/fields/city-reading.ts';
import { dateParts } from '../form/fields/date-parts.ts';
import { domId, partId } from '../form/fields/field-id.ts';
import { isConsent } from '../form/fields/field-kind.ts';
import { PLAIN_DATE } from '../form/fields/plain-date.ts';
import { FieldFrameContext } from '../form/fields/use-field.ts';
import { useForm } from '../form/form-context.ts';
import { onlyPart } from '../form/theme/widgets/use-moment.ts';
import { useReading } from '../form/theme/widgets/use-reading.ts';
import { meant, type Reading } from '../form/theme/widgets/use-typed.ts';
import type { CityList } from '../ssr/city-list.ts';
import type { Posted } from './posted.ts';

/** A field's controls, and the data that was posted with them. */
export interface Reader {
  /** Names of its controls. */
  names: readonly string[];
  /** The data; `undefined` when the field was left empty. */
  read: (posted: Posted) => unknown;
}

const AS_TYPED: Reading = { read: (typed) => typed.trim() };

/** How a widget's controls are read: as the widget itself reads them in a page. */
export function useReader(props: WidgetProps, isLong: boolean, cities?: CityList): Reader {
  const { id, schema, options, multiple = false, registry } = props;
  const form = useForm();
  const { document, line: kind } = useContext(FieldFrameContext);
  const own = useReading(id, schema, document);
  const name = domId(id);
  const { enumOptions } = options;
  const validator = registry.schemaUtils.getValidator();
  const isRight = (text: string) =>
    validator.isValid(schema, meant(text, schema, form.numbers) as never, registry.rootSchema);
  const typed = (reading: Reading): Reader => ({
    names: [name],
    read: (posted) => {
      const text = reading.read(posted.text(name) ?? '', isRight);
      return text === '' ? undefined : meant(text, schema, form.numbers);
    },
  });

  if (schema.type === 'boolean' && isConsent(schema))
    return { names: [name], read: (posted) => posted.all(name).length > 0 || undefined };
  if (multiple || schema.type === 'array') return picked(name, options.enumOptions ?? []);
  if (enumOptions) {
    const isTyped = schema.type !== 'boolean' && choiceKind(schema) === 'list';
    if (isTyped) return typed(choiceReading(typedChoices(schema, form)));
    const one = (posted: Posted): unknown =>
      enumOptionsValueForIndex(posted.text(name) ?? '', enumOptions, options.emptyValue);
    return { names: [name], read: one };
  }
  if (isLong) return typed(AS_TYPED);
  if (kind === 'time') return typed(form.dates?.time ?? AS_TYPED);
  if (kind === 'city') return typed(cityReading(citiesFor(schema, form.country, cities)));
  if (kind === 'text') return typed(own);
  if (form.dates === undefined) return typed(kind === 'date' ? PLAIN_DATE : AS_TYPED);
  return moment(id, kind, form.dates, form.isMonthFirst);
}

function picked(name: string, options: readonly { value: unknown }[]): Reader {
  return {
    names: [name],
    read: (posted) => {
      const numbers = new Set(posted.all(name));
      return options.flatMap(({ value }, index) => (numbers.has(String(index)) ? [value] : []));
    },
  };
}

function moment(
  id: string,
  kind: 'date' | 'date-time',
  dates: NonNullable<ReturnType<typeof useForm>['dates']>,
  isMonthFirst: boolean,
): Reader {
  const parts = dateParts(kind, isMonthFirst);
  return {
    names: parts.map((part) => partId(id, part)),
    read: (posted) => {
      const text = (part: keyof TypedMoment) => posted.text(partId(id, part)) ?? '';
      const inParts = { day: text('day'), month: text('month'), year: text('year') };
      const whole = dates.spreadDate(onlyPart(inParts), isMonthFirst);
      const joined = dates.readings[kind].join({ ...inParts, time: text('time'), ...whole });
      return joined === '' ? undefined : joined;
    },
  };
}

function citiesFor({ pattern }: RJSFSchema, country: string | null, list: CityList | undefined) {
  return list?.country === (countryOf(pattern) ?? country) ? list?.cities : undefined;
}
