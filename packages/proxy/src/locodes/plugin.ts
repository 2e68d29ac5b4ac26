import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { publicRoutes } from '../http/cors.ts';
import { digest } from '../shared/digest.ts';
import mainCities from './main-cities.json' with { type: 'json' };

/** Country → UN/LOCODE city code → name in the country's own language, e.g. `São Paulo`. */
const MAIN_CITIES = new Map<string, Readonly<Record<string, string>>>(Object.entries(mainCities));

interface City {
  /** UN/LOCODE without its space, e.g. `PELIM`. */
  locode: string;
  name: string;
}

/**
 * The main cities of a country, sorted by name; empty without a list. They are suggestions, never the
 * only codes that are valid.
 *
 * @param country - in upper case
 */
export function cityList(country: string): City[] {
  const cities = Object.entries(MAIN_CITIES.get(country) ?? {});
  return cities.map(([code, name]) => ({ locode: country + code, name }));
}

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
      const json = JSON.stringify(cityList(request.params.country.toUpperCase()));
      const caching = 'public, max-age=3600, stale-while-revalidate=86400';
      reply.headers({ etag: `"${digest(json)}"`, 'cache-control': caching });
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}
