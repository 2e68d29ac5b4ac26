import Type from 'typebox';
import { cityList } from '../../locodes/city-list.ts';
import { ProblemError } from '../../problem-error.ts';
import type { App } from '../app-type.ts';

/** `GET /locodes/{country}.json`: the country's main cities. */
export function cityListRoute(app: App): void {
  app.get(
    '/locodes/:country(^[A-Za-z0-9]+).json',
    {
      schema: {
        summary: 'Main cities of a country, by UN/LOCODE',
        tags: ['browser'],
        params: Type.Object({ country: Type.String() }),
      },
    },
    async (request, reply) => {
      const cities = cityList(request.params.country);
      if (!cities) throw new ProblemError('country-not-found');
      return reply
        .header('cache-control', 'public, max-age=86400')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(cities);
    },
  );
}
