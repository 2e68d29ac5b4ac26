import type { FormChanges } from '../forms/form-changes.ts';
import {
  type FormRow,
  type FormStore,
  isNews,
  observationOf,
  type ServiceRecord,
} from '../forms/form-store.ts';
import type { Outbox } from '../relay/outbox.ts';
import type { Clock } from '../shared/clock.ts';

export interface RecordWriterDependencies {
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
export function createRecordWriter({
  clock,
  forms,
  formChanges,
  outbox,
}: RecordWriterDependencies) {
  return async (
    person_id: string,
    records: readonly ServiceRecord[],
    requested_at: number,
  ): Promise<StoredRecords> => {
    const rows = await forms.ofPersons([person_id]);
    const known = new Map(rows.map((form) => [form.form_id, form]));
    let hasNews = false;
    for (const record of records) {
      const seen = observationOf(person_id, record, requested_at);
      const before = seen && known.get(seen.form_id);
      if (!seen || !isNews(seen, before)) continue;
      const events = outbox.changeStatements(seen, before);
      const form = await forms.observe(seen, clock.now(), events);
      if (!form) continue;
      hasNews = true;
      known.set(form.form_id, form);
      formChanges.publish(form);
    }
    if (hasNews) outbox.wake();
    return { forms: [...known.values()], hasNews };
  };
}
