import { LRUCache } from 'lru-cache';
import type { FormRow } from './form-row.ts';
import type { WatchRow } from './watch-store.ts';
import { digest } from '../submissions/digest.ts';
import { observationOf, type ServiceRecord } from './service-record.ts';

/** What the service last answered of the persons that are looked at often. */
export interface UnchangedAnswers {
  /** Whether the forms' rows already say all that this answer does. */
  holds(due: WatchRow, text: string): boolean;
  /** `forms` are the rows as they were after the answer was taken in. */
  remember(
    person_id: string,
    answer: { text: string; records: readonly ServiceRecord[] },
    forms: readonly FormRow[],
  ): void;
}

/** As many persons as one process looks at often. */
const KEPT = 20_000;

/** Nearly every look finds what the one before found: to see that costs a digest and no statement. */
export function createUnchangedAnswers(): UnchangedAnswers {
  const answers = new LRUCache<string, { text: string; revisions: number }>({ max: KEPT });

  return {
    holds({ person_id, revisions }, text) {
      const known = answers.get(person_id);
      return known?.revisions === revisions && known.text === digest(text);
    },

    remember(person_id, { text, records }, forms) {
      const written = new Map(forms.map(({ form_id, record }) => [form_id, record]));
      // An older answer than the rows have taken in says something else, and must be compared again.
      const isWritten = records.every((record) => {
        const seen = observationOf(person_id, record, 0);
        return seen === undefined || written.get(seen.form_id) === seen.record;
      });
      if (isWritten) answers.set(person_id, { text: digest(text), revisions: revisionsOf(forms) });
      else answers.delete(person_id);
    },
  };
}

/** As {@link WatchRow.revisions}. */
export function revisionsOf(forms: readonly FormRow[]): number {
  return forms.reduce((sum, { revision }) => sum + revision, 0);
}
