import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { MomentPart } from '../../../i18n/messages.ts';
import { dateParts } from '../../fields/date-parts.ts';
import { domId, partId, pathOf } from '../../fields/field-id.ts';
import { knownField } from '../../fields/known-field.ts';
import { useFieldAria } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import type { Dates } from '../../form-handle.ts';
import { useMoment } from './use-moment.ts';

const BIRTHDAY: Partial<Record<MomentPart, string>> = {
  day: 'bday-day',
  month: 'bday-month',
  year: 'bday-year',
};

interface DateInputProps extends WidgetProps {
  dates: Dates;
  kind: 'date' | 'date-time';
}

/**
 * A date, typed in parts: that works on every phone, and nobody has to scroll back to 1958. The
 * field's own label leads to the first.
 */
export function DateInput({ dates, kind, ...props }: DateInputProps): ReactNode {
  const { id, value, disabled } = props;
  const { messages, isMonthFirst } = useForm();
  const reading = dates.readings[kind];
  const spread = (text: string) => dates.spreadDate(text, isMonthFirst);
  const partOf = useMoment({ ...props, reading, spread });
  const isInvalid = useFieldAria(id)['aria-invalid'];
  const parts = dateParts(kind, isMonthFirst);
  const wrong: readonly MomentPart[] = dates.faults[kind](value)?.parts ?? parts;
  const isOwnBirthday = pathOf(id).length === 1 && knownField(pathOf(id)) === 'dob';
  return (
    <div className="date" part="date">
      {parts.map((part) => (
        <label className={`date-part ${part}`} key={part}>
          <span>{messages.date.parts[part]}</span>
          <input
            type="text"
            id={partId(id, part)}
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
    </div>
  );
}
