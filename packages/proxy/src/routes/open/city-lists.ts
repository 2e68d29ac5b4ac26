import Type from 'typebox';
import { cityList } from '../../locodes/city-list.ts';
import { ProblemError } from '../../problem-error.ts';
import type { App } from '../app-type.ts';

/** `GET /locodes/{country}.json`: the country's main cities. */
export function cityListRoute(app: App): void {
  app.get(
    '/locodes/:file',
    {
      schema: {
        summary: 'Main cities of a country, by UN/LOCODE',
        tags: ['browser'],
        params: Type.Object({ file: Type.String({ pattern: '^[A-Za-z]{2}\\.json$' }) }),
      },
    },
    async (request, reply) => {
      const cities = cityList(request.params.file.slice(0, 2).toUpperCase());
      if (!cities) throw new ProblemError('country-not-found');
      return reply
        .header('cache-control', 'public, max-age=86400')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(cities);
    },
  );
}
