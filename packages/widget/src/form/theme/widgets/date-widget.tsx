import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import {
  DAY_FIRST,
  dateFault,
  joinDate,
  parseWholeDate,
  splitDate,
  type TypedDate,
} from '../../../dates/date.ts';
import type { DatePart } from '../../../i18n/messages.ts';
import { partId } from '../../fields/field-id.ts';
import { standardField } from '../../fields/match-standard-field.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo, useInputProps } from '../use-field.ts';
import { useTypedValue } from './use-text-value.ts';

const MONTH_FIRST: readonly DatePart[] = ['month', 'day', 'year'];

const BIRTHDAY: Partial<Record<DatePart, string>> = {
  day: 'bday-day',
  month: 'bday-month',
  year: 'bday-year',
};

/** A date in separate inputs (the GOV.UK pattern): easier than a calendar for a date of birth. */
export function DateWidget(props: WidgetProps): ReactNode {
  const { pointer, valueSchema } = useFieldInfo();
  const value = typeof props.value === 'string' ? props.value : '';
  const { messages, localeTag, store } = useForm();
  const isMonthFirst = /^en-us\b/i.test(localeTag);
  const isBirthday = standardField(pointer) === 'dob';
  const warnOfFuture = (date: string) => {
    const isFuture = dateFault(date) === undefined && isInFuture(date);
    if (isBirthday) store.setWarning(pointer, isFuture ? 'future' : undefined);
  };
  const registerPart = useDateParts({
    onChange: props.onChange,
    schema: valueSchema,
    value,
    isMonthFirst,
    onCommit: warnOfFuture,
  });
  const inputProps = useInputProps(props);
  const parts = isMonthFirst ? MONTH_FIRST : DAY_FIRST;
  const wrong: readonly DatePart[] = dateFault(value)?.parts ?? parts;
  const isOwnBirthday = String(props.options.autocomplete) === 'bday';
  return (
    <div className="date" part="date">
      {parts.map((part) => (
        <label className={`date-part ${part}`} key={part}>
          <span>{messages.date.parts[part]}</span>
          <input
            {...inputProps}
            type="text"
            id={partId(pointer, part)}
            className="input"
            part="input"
            translate="no"
            inputMode="numeric"
            name={partId(pointer, part)}
            autoComplete={(isOwnBirthday && BIRTHDAY[part]) || 'off'}
            aria-invalid={(inputProps['aria-invalid'] && wrong.includes(part)) || undefined}
            {...registerPart(part)}
          />
        </label>
      ))}
    </div>
  );
}

function isInFuture(date: string): boolean {
  return Date.parse(date) > Date.now();
}

type DatePartsProps = Pick<WidgetProps, 'onChange' | 'schema'> & {
  value: string;
  isMonthFirst: boolean;
  /** Called with the value once the candidate has left the field. */
  onCommit: (value: string) => void;
};

/**
 * The attributes of the uncontrolled inputs of a date. Unfinished dates are committed too, so that drafts
 * keep them. A whole date that was pasted or autofilled into one input is spread over all of them.
 */
function useDateParts({ onChange, schema, value, isMonthFirst, onCommit }: DatePartsProps) {
  const { model } = useForm();
  const { inputs, show, send, register } = useTypedValue<DatePart, HTMLInputElement>({
    onChange,
    rendered: value,
    texts: splitDate(value),
    isRight: (date) => dateFault(date) === undefined && model.accepts(schema, date),
    commit: (isFinal) => {
      const typed = readParts(inputs);
      const whole = isFinal ? parseWholeDate(onlyFilledPart(typed), isMonthFirst) : undefined;
      const joined = joinDate(whole ?? typed);
      if (isFinal) onCommit(joined);
      if (send(joined)) show(whole ?? typed);
    },
    onTyped: (input, event) => {
      if (!isKeystroke(event)) show(parseWholeDate(input.value, isMonthFirst) ?? {});
    },
  });
  return register;
}

/** Whether the input event is a keystroke, rather than a paste or an autofill. */
function isKeystroke(event: Event): boolean {
  // Another document has a class of its own.
  if (!('inputType' in event)) return false;
  const { inputType, data } = event as InputEvent;
  if (inputType === 'insertText') return (data ?? '').length < 2;
  return inputType === 'insertCompositionText' || inputType.startsWith('delete');
}

function readParts(inputs: ReadonlyMap<DatePart, HTMLInputElement>): TypedDate {
  const text = (part: DatePart) => inputs.get(part)?.value ?? '';
  return { day: text('day'), month: text('month'), year: text('year') };
}

/** The text of the only filled input; `''` when none or several are filled. */
function onlyFilledPart({ day, month, year }: TypedDate): string {
  const filled = [day, month, year].filter((part) => part.trim() !== '');
  return filled.length === 1 ? (filled[0] ?? '') : '';
}
