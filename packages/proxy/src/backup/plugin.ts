import fp from 'fastify-plugin';
import { Type } from 'typebox';
import { BACKUP_TYPE } from '../db/database.ts';
import type { App } from '../http/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** `POST /backup`: a copy of the embedded database, which only this process can open. */
export const backup = fp(
  async (app: App) => {
    app.post(
      '/backup',
      {
        onRequest: app.authenticate.backend,
        schema: {
          summary: 'Copy the embedded database',
          description: 'Responds with a SQLite file. With Postgres, there is no such path.',
          returns: { 200: Type.Unknown({ description: 'The file' }) },
          problems: ['path-not-found'],
        },
      },
      async (_request, reply) => {
        const copy = await app.db.backup?.();
        if (copy === undefined) throw new ProblemError('path-not-found');
        const { size } = await copy.stat();
        return reply.type(BACKUP_TYPE).header('content-length', size).send(copy.createReadStream());
      },
    );
  },
  { name: 'backup', dependencies: ['auth', 'database'] },
);
