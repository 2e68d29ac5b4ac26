import { type Database, type Statement } from '../db/database.ts';

/** A form by its names. */
export interface FormName {
  person_id: string;
  form_id: string;
}

/** Replaces the stored data of a form; `sealed` is encrypted, and may be megabytes. */
export const putBody = ({ person_id, form_id }: FormName, sealed: Buffer): Statement => ({
  sql: `insert into submission_bodies(person_id, form_id, sealed) values ($1, $2, $3)
    on conflict(person_id, form_id) do update set sealed = excluded.sealed`,
  params: [person_id, form_id, sealed],
});

export const deleteBody = ({ person_id, form_id }: FormName): Statement => ({
  sql: 'delete from submission_bodies where person_id = $1 and form_id = $2',
  params: [person_id, form_id],
});

/** The encrypted data, or `undefined` when it is no longer stored. It may be megabytes. */
export async function readBody(
  db: Database,
  { person_id, form_id }: FormName,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [row] = await db.query<{ sealed: Uint8Array<ArrayBuffer> }>(
    'select sealed from submission_bodies where person_id = $1 and form_id = $2',
    person_id,
    form_id,
  );
  return row?.sealed;
}
