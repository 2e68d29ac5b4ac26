import type { WidgetProps } from '@rjsf/utils';
import { type ReactNode, useMemo, useRef } from 'react';
import {
  dateTimeInput,
  dateTimeValues,
  INCOMPLETE,
  timeInput,
  timeValues,
} from '../../../dates/date.ts';
import type { IsValid } from '../../fields/text-formats.ts';
import type { TextControl } from '../../text-commits.ts';
import { TextInput } from './text-input.tsx';

export const TimeWidget = (props: WidgetProps): ReactNode => <BrowserTime {...props} kind="time" />;

export const DateTimeWidget = (props: WidgetProps): ReactNode => (
  <BrowserTime {...props} kind="date-time" />
);

const TIMES = {
  time: { type: 'time', toValues: timeValues, toInput: timeInput },
  'date-time': { type: 'datetime-local', toValues: dateTimeValues, toInput: dateTimeInput },
};

/** The browser's own input of a time, or of a date with a time. */
function BrowserTime({ kind, ...props }: WidgetProps & { kind: keyof typeof TIMES }): ReactNode {
  const { type, toValues, toInput } = TIMES[kind];
  const latest = useRef<unknown>(props.value);
  latest.current = props.value;
  const format = useMemo(
    () => ({
      parse: (text: string, isValid: IsValid) => {
        // What the input cannot show, such as seconds or another zone, stays unless it is changed.
        const before = typeof latest.current === 'string' ? latest.current : '';
        if (before !== text && toInput(before) === text && isValid(before)) return before;
        if (text === '' || text === INCOMPLETE) return text;
        const values = toValues(text);
        return values.find(isValid) ?? values[0] ?? text;
      },
      format: toInput,
      read: ({ value, validity }: TextControl) => value || (validity.badInput ? INCOMPLETE : ''),
    }),
    [toValues, toInput],
  );
  return <TextInput {...props} format={format} attributes={{ type, autoComplete: 'off' }} />;
}
