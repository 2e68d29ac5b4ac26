import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { publicRoutes } from '../http/cors.ts';
import { digest } from '../shared/digest.ts';
import { cityList } from './cities.ts';

/** `GET /locodes/{country}.json`: suggestions of cities for browsers; empty without a list. */
export async function locodes(app: App): Promise<void> {
  await app.register(publicRoutes);
  app.get(
    '/locodes/:country(^[A-Za-z0-9]+).json',
    {
      schema: {
        summary: 'Main cities of a country by UN/LOCODE',
        tags: ['browser'],
        params: Type.Object({ country: Type.String() }),
        returns: { 200: Type.Unknown(), 304: Type.Null() },
        problems: ['path-not-found'],
      },
    },
    (request, reply) => {
      const { country } = request.params;
      const known = /^[A-Z]{2}$/i.test(country) ? country.toUpperCase() : '';
      const json = JSON.stringify(cityList(known));
      const etag = `"${digest(json)}"`;
      const caching = 'public, max-age=3600, stale-while-revalidate=86400';
      reply.headers({ etag, 'cache-control': caching });
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}
