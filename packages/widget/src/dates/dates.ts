import { dateFault, joinDate, splitDate } from './date-text.ts';
import { spreadDate } from './spread-date.ts';
import {
  joinMoment,
  momentFault,
  splitMoment,
  timeFault,
  timeText,
  timeValue,
  type MomentFault,
  type TypedMoment,
} from './time-text.ts';

/** How a date that is typed in parts becomes data and back. */
export interface DateReading {
  /** `''` when nothing was typed. */
  join: (typed: TypedMoment) => string;
  split: (value: string) => TypedMoment;
}

/** By the format in the schema. */
export const readings: Readonly<Record<'date' | 'date-time', DateReading>> = {
  date: {
    join: joinDate,
    split: (value) => ({ ...splitDate(value), time: '' }),
  },
  'date-time': { join: joinMoment, split: splitMoment },
};

/** A time of day, typed as one text. */
export const time = { read: timeValue, write: timeText };

/** What is wrong with a value, by its format; `undefined` when nothing is, or nothing was typed. */
export const faults: Readonly<
  Record<'date' | 'date-time' | 'time', (value: unknown) => MomentFault | undefined>
> = { date: dateFault, 'date-time': momentFault, time: timeFault };

export { spreadDate };
