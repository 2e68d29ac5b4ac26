import type { FormChanges } from '../forms/form-changes.ts';
import type { FormRow, FormStore } from '../forms/form-store.ts';
import { observationsOf, type ServiceRecord } from '../forms/observation.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { Clock } from '../shared/clock.ts';

export interface RecordWriterParts {
  clock: Clock;
  forms: Pick<FormStore, 'ofPersons' | 'observe'>;
  formChanges: Pick<FormChanges, 'publish'>;
  outbox: Pick<Outbox, 'changeStatements' | 'wake'>;
}

export interface StoredRecords {
  /** All known forms of the person, as they are now. */
  forms: FormRow[];
  /** Whether any of them changed. */
  hasNews: boolean;
}

export type RecordWriter = ReturnType<typeof createRecordWriter>;

/** Stores what the records of a person say that is new, with its events, and publishes it. */
export function createRecordWriter({ clock, forms, formChanges, outbox }: RecordWriterParts) {
  /** `wanted`: a form of the person that is stored even if the list is too long to store. */
  return async (
    person_id: string,
    records: readonly ServiceRecord[],
    requested_at: number,
    wanted?: string,
  ): Promise<StoredRecords> => {
    const rows = await forms.ofPersons([person_id]);
    const known = new Map(rows.map((form) => [form.form_id, form]));
    let hasNews = false;
    const isWanted = (form_id: string) => form_id === wanted || known.has(form_id);
    for (const seen of observationsOf(person_id, records, requested_at, isWanted)) {
      const form = await forms.observe(seen, clock.now(), {
        known: known.get(seen.form_id),
        events: outbox.changeStatements,
      });
      if (!form) continue;
      hasNews = true;
      known.set(form.form_id, form);
      formChanges.publish(form);
    }
    if (hasNews) outbox.wake();
    return { forms: [...known.values()], hasNews };
  };
}
