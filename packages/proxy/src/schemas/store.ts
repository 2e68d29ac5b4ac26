import type { Database } from '../db/database.ts';
import { type FormName, NOT_ERASED } from '../forms/form-store.ts';

/** `fetched_at` is only for retention, so it need not be exact. */
const NOTE_EVERY_MS = 24 * 60 * 60_000;

export type SchemaStore = ReturnType<typeof createSchemaStore>;

/** Each form's last good schema, as the service sent it, for when the service is unavailable. */
export function createSchemaStore(db: Database) {
  return {
    /** Stores nothing of an erased person. `hash` identifies the text: the forms of one pipeline share it, so it is stored once. */
    async put(
      { person_id, form_id }: FormName,
      hash: string,
      text: string,
      now: number,
    ): Promise<void> {
      await db.queryLossy(
        `insert into schemas(hash, schema, fetched_at) values ($1, $2, $3)
         on conflict(hash) do update set fetched_at = excluded.fetched_at
         where schemas.fetched_at < $4`,
        hash,
        text,
        now,
        now - NOTE_EVERY_MS,
      );
      await db.queryLossy(
        `insert into form_schemas(person_id, form_id, hash, fetched_at)
         select $1, $2, $3, cast($4 as bigint) from (${NOT_ERASED}) as owner where true
         on conflict(person_id, form_id) do update
           set hash = excluded.hash, fetched_at = excluded.fetched_at
         where form_schemas.hash <> excluded.hash or form_schemas.fetched_at < $5`,
        person_id,
        form_id,
        hash,
        now,
        now - NOTE_EVERY_MS,
      );
    },

    async find({ person_id, form_id }: FormName): Promise<string | undefined> {
      const [row] = await db.query<{ schema: string }>(
        `select schema from form_schemas join schemas using (hash)
         where person_id = $1 and form_id = $2`,
        person_id,
        form_id,
      );
      return row?.schema;
    },

    /** The text stays for other forms that share it. */
    async remove({ person_id, form_id }: FormName): Promise<void> {
      await db.query(
        'delete from form_schemas where person_id = $1 and form_id = $2',
        person_id,
        form_id,
      );
    },
  };
}
