import { Type } from 'typebox';
import { keepFormsMs } from '../config/settings.ts';
import type { Database, Statement } from '../db/database.ts';
import { listOf, sql } from '../db/sql-template.ts';
import { erasureLock, spellingsOf, storeErasures } from '../forms/erased-persons.ts';
import type { App } from '../http/app-type.ts';
import { Identifier } from '../http/route-schemas.ts';

/**
 * The ids under which the service knows the person: the candidate's, and those of persons that the channel
 * `person` created with the candidate's data. Any of them finds the others.
 */
function idsOf(person_id: string): Statement {
  const given = listOf(spellingsOf(person_id));
  return sql`(with candidate as (
    select candidate_id as id from persons
      where person_id in ${given} and candidate_id is not null
    union select candidate_id from deliveries
      where person_id in ${given} and candidate_id is not null
    union select value from ${given} as given)
  select id from candidate
  union select person_id from persons where candidate_id in (select id from candidate)
  union select person_id from deliveries
    where candidate_id in (select id from candidate) and person_id is not null)`;
}

/**
 * What is stored of a person, by the name that the response gives it. Polls come first, as `ifNotErased` in
 * `forms/form-store.ts` says; then rows that others name. A test compares this list with the tables of the
 * database.
 *
 * @param ids - of the person: {@link idsOf}
 */
export const deletionsOf = (ids: Statement): Readonly<Record<string, Statement>> => ({
  polls: sql`polled_persons where person_id in ${ids}`,
  jobs: sql`jobs where key in ${ids}
    or key in (select person_id || '/' || form_id from forms where person_id in ${ids})
    or key in (select id from deliveries where person_id in ${ids} or candidate_id in ${ids})`,
  submission_bodies: sql`submission_bodies where person_id in ${ids}`,
  forms: sql`forms where person_id in ${ids}`,
  // A text that no other person's form has: it may be about this one.
  schemas: sql`schemas where hash in (select hash from form_schemas where person_id in ${ids})
    and hash not in (select hash from form_schemas where person_id not in ${ids})`,
  form_schemas: sql`form_schemas where person_id in ${ids}`,
  session_data: sql`session_data where person_id in ${ids}`,
  events: sql`deliveries where person_id in ${ids} or candidate_id in ${ids}`,
  persons: sql`persons where person_id in ${ids}`,
});

/**
 * Deletes what is stored of a person, also from the disk; resolves to the number of rows by kind. What the
 * service reports about the person until `expiresAt` is passed on and not kept.
 */
async function erasePerson(
  db: Database,
  person_id: string,
  expiresAt: number,
): Promise<Record<string, number>> {
  const ids = idsOf(person_id);
  const known = await db.query<{ id: string }>(sql`select id from ${ids} as ids`);
  const person_ids = known.map(({ id }) => id);
  const deletions = Object.entries(deletionsOf(ids));
  const [, ...deleted] = await db.batch(
    [
      storeErasures(person_ids, expiresAt),
      ...deletions.map(([, rows]) => sql`delete from ${rows} returning 1 as one`),
    ],
    [...new Set(person_ids.map(erasureLock))],
  );
  await db.forgetDeleted();
  return Object.fromEntries(deletions.map(([kind], index) => [kind, deleted[index]?.length ?? 0]));
}

export const ErasureSchema = Type.Object({
  person_id: Type.String(),
  deleted: Type.Record(Type.String(), Type.Integer(), {
    description: 'The number of deleted rows by kind; all 0 for an unknown person',
  }),
});

/**
 * `DELETE /persons/{person_id}`: for a candidate who has the right to be forgotten. A page that is open
 * can still submit: revoke its sessions first.
 */
export async function erasureRoute(app: App): Promise<void> {
  app.delete(
    '/persons/:person_id',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Delete everything that is stored of a person',
        params: Type.Object({ person_id: Identifier }),
        returns: { 200: ErasureSchema },
      },
    },
    async (request) => {
      const { person_id } = request.params;
      const expiresAt = app.clock.now() + keepFormsMs(app.settings);
      return { person_id, deleted: await erasePerson(app.db, person_id, expiresAt) };
    },
  );
}
