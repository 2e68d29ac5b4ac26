import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { App } from '../http/app-type.ts';
import { Identifier } from '../http/route-schemas.ts';

/**
 * The ids under which the service knows the person `$1`: the candidate's, and those of persons that the channel
 * `person` created with the candidate's data. Any of them finds the others.
 */
const IDS = `(with candidate as (
    select candidate_id as id from persons where person_id = $1 and candidate_id is not null
    union select candidate_id from deliveries where person_id = $1 and candidate_id is not null
    union select cast($1 as text))
  select id from candidate
  union select person_id from persons where candidate_id in (select id from candidate)
  union select person_id from deliveries
    where candidate_id in (select id from candidate) and person_id is not null)`;

/**
 * What is stored of a person, by the name that the response gives it. Polls come first, as `NOT_ERASED` in
 * `forms/form-store.ts` says; then rows that others name. A test compares this list with the tables of the
 * database.
 */
export const DELETIONS: Readonly<Record<string, string>> = {
  polls: `polled_persons where person_id in ${IDS}`,
  jobs: `jobs where key in ${IDS}
    or key in (select person_id || '/' || form_id from forms where person_id in ${IDS})
    or key in (select id from deliveries where person_id in ${IDS} or candidate_id in ${IDS})`,
  submission_bodies: `submission_bodies where person_id in ${IDS}`,
  forms: `forms where person_id in ${IDS}`,
  // A text that no other person's form has: it may be about this one.
  schemas: `schemas where hash in (select hash from form_schemas where person_id in ${IDS})
    and hash not in (select hash from form_schemas where person_id not in ${IDS})`,
  form_schemas: `form_schemas where person_id in ${IDS}`,
  session_data: `session_data where person_id in ${IDS}`,
  events: `deliveries where person_id in ${IDS} or candidate_id in ${IDS}`,
  persons: `persons where person_id in ${IDS}`,
};

/** Deletes what is stored of a person, also from the disk; resolves to the number of rows by kind. */
async function erasePerson(db: Database, person_id: string): Promise<Record<string, number>> {
  const statements = Object.values(DELETIONS).map((rows) => ({
    sql: `delete from ${rows} returning 1 as one`,
    params: [person_id],
  }));
  const deleted = await db.batch(statements);
  await db.forgetDeleted();
  return Object.fromEntries(
    Object.keys(DELETIONS).map((kind, index) => [kind, deleted[index]?.length ?? 0]),
  );
}

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
        returns: {
          200: Type.Object({
            person_id: Type.String(),
            deleted: Type.Object(
              {},
              {
                additionalProperties: Type.Integer(),
                description: 'The number of deleted rows by kind; all 0 for an unknown person',
              },
            ),
          }),
        },
      },
    },
    async (request) => {
      const { person_id } = request.params;
      return { person_id, deleted: await erasePerson(app.db, person_id) };
    },
  );
}
