import fp from 'fastify-plugin';
import type { Database, Statement } from '../db/database.ts';
import type { App } from '../plugins/app-type.ts';
import { Identifier } from '../plugins/route-schemas.ts';
import { Type } from 'typebox';

/**
 * What is stored of a person, by the name that the response gives it. Jobs come first, because their keys
 * name the other rows. A test compares this list with the tables of the database.
 */
const DELETIONS: Readonly<Record<string, string>> = {
  jobs: `jobs where key = $1
    or key in (select person_id || '/' || form_id from forms where person_id = $1)
    or key in (select id from deliveries where person_id = $1)`,
  submission_bodies: 'submission_bodies where person_id = $1',
  forms: 'forms where person_id = $1',
  form_schemas: 'form_schemas where person_id = $1',
  prefills: 'prefills where person_id = $1',
  events: 'deliveries where person_id = $1',
  polls: 'polled_persons where person_id = $1',
  persons: 'persons where person_id = $1',
};

/** Deletes what is stored of a person, also from the disk; resolves to the number of rows by kind. */
async function erasePerson(db: Database, person_id: string): Promise<Record<string, number>> {
  const statements = Object.values(DELETIONS).map((rows): Statement => ({
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
export const erasure = fp(
  async (app: App) => {
    const { db } = app;
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
        return { person_id, deleted: await erasePerson(db, person_id) };
      },
    );
  },
  { name: 'erasure', dependencies: ['auth'] },
);
