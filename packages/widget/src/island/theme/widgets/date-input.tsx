import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { MomentPart } from '../../../messages/messages.ts';
import { domId, partId, pathOf } from '../../fields/field-id.ts';
import { knownField } from '../../fields/known-field.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form/form-context.ts';
import type { Dates } from '../../island-handle.ts';
import { useMoment } from './use-moment.ts';

const DAY_FIRST: readonly MomentPart[] = ['day', 'month', 'year'];
const MONTH_FIRST: readonly MomentPart[] = ['month', 'day', 'year'];
const WITH_TIME = ['time'] as const;

const BIRTHDAY: Partial<Record<MomentPart, string>> = {
  day: 'bday-day',
  month: 'bday-month',
  year: 'bday-year',
};

interface DateInputProps extends WidgetProps {
  dates: Dates;
  kind: 'date' | 'date-time';
}

/** A date, typed in parts: that works on every phone, and nobody has to scroll back to 1958. */
export function DateInput({ dates, kind, ...props }: DateInputProps): ReactNode {
  const { id, schema, value, disabled } = props;
  const { messages, isMonthFirst } = useForm();
  const reading = dates.readings[kind];
  const spread = (text: string) => dates.spreadDate(text, isMonthFirst);
  const partOf = useMoment({ ...props, reading, spread });
  const { 'aria-invalid': isInvalid, ...aria } = useFieldAria(id, schema);
  const dateParts = isMonthFirst ? MONTH_FIRST : DAY_FIRST;
  const parts = kind === 'date' ? dateParts : dateParts.concat(WITH_TIME);
  const wrong: readonly MomentPart[] = dates.faults[kind](value)?.parts ?? parts;
  const isOwnBirthday = pathOf(id).length === 1 && knownField(pathOf(id)) === 'dob';
  return (
    <fieldset
      className="date"
      part="date"
      aria-labelledby={partId(id, 'label')}
      tabIndex={-1}
      {...aria}
    >
      {parts.map((part) => (
        <label className={`date-part ${part}`} key={part}>
          <span>{messages.date.parts[part]}</span>
          <input
            type="text"
            className="input"
            part="input"
            inputMode="numeric"
            name={`${domId(id)}-${part}`}
            disabled={disabled}
            autoComplete={(isOwnBirthday && BIRTHDAY[part]) || 'off'}
            aria-invalid={(isInvalid && wrong.includes(part)) || undefined}
            {...partOf(part)}
          />
        </label>
      ))}
    </fieldset>
  );
}
