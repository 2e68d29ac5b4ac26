import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { acceptedEncoding } from '../plugins/negotiation.ts';
import { Type } from '../plugins/type.ts';
import { createCityLists } from './city-lists.ts';
import { createCityFolder, createCityTable } from './city-store.ts';

export const locodes = fp(
  async (app: App) => {
    const { db, settings } = app;
    const store =
      db.engine === 'postgres' ? createCityTable(db) : createCityFolder(settings.DATA_DIR);
    cityListRoute(app, createCityLists(store));
  },
  { name: 'locodes', dependencies: ['database'] },
);

/** `GET /locodes/{country}.json`: the country's cities. */
function cityListRoute(app: App, cityLists: ReturnType<typeof createCityLists>): void {
  app.get(
    '/locodes/:country(^[A-Za-z0-9]+).json',
    {
      schema: {
        summary: 'Cities of a country by UN/LOCODE, main cities first',
        tags: ['browser'],
        params: Type.Object({ country: Type.String() }),
      },
    },
    async (request, reply) => {
      const list = await cityLists.find(request.params.country);
      reply
        .header('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
        .header('vary', 'accept-encoding')
        .header('etag', list.etag);
      if (request.headers['if-none-match'] === list.etag) return reply.code(304).send();
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type('application/json; charset=utf-8').send(list.bodies[encoding]);
    },
  );
}
