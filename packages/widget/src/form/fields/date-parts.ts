import type { MomentPart } from '../../i18n/messages.ts';

const DAY_FIRST: readonly MomentPart[] = ['day', 'month', 'year'];
const MONTH_FIRST: readonly MomentPart[] = ['month', 'day', 'year'];
const WITH_TIME = ['time'] as const;

/** The parts that a date, or a moment, is typed in, in the order in which people write them. */
export function dateParts(
  kind: 'date' | 'date-time',
  isMonthFirst: boolean,
): readonly MomentPart[] {
  const parts = isMonthFirst ? MONTH_FIRST : DAY_FIRST;
  return kind === 'date' ? parts : parts.concat(WITH_TIME);
}
