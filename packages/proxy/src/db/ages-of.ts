import type { Ages } from './housekeeping.ts';
import type { Settings } from '../config/setting-list.ts';

const DAY_MS = 24 * 60 * 60_000;

export function agesOf({
  WATCH_DAYS,
  KEEP_FORMS_DAYS = WATCH_DAYS * 2,
  KEEP_EVENTS_DAYS,
  GIVE_UP_DAYS,
}: Pick<Settings, 'WATCH_DAYS' | 'KEEP_FORMS_DAYS' | 'KEEP_EVENTS_DAYS' | 'GIVE_UP_DAYS'>): Ages {
  return {
    forms_ms: KEEP_FORMS_DAYS * DAY_MS,
    events_ms: KEEP_EVENTS_DAYS * DAY_MS,
    owed_ms: GIVE_UP_DAYS * DAY_MS,
  };
}
