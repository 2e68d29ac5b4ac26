import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import type { App } from '../plugins/app-type.ts';
import { acceptedEncoding, type Encoding } from '../plugins/negotiation.ts';
import { digest } from '../shared/digest.ts';
import { cityList } from '../validation/cities.ts';

/** Suggestions of cities for browsers. */
export const locodes = fp(
  async (app: App) => void app.register(cityListRoute, { cityLists: createCityLists() }),
  { name: 'locodes' },
);

/** `GET /locodes/{country}.json`: the country's cities. */
async function cityListRoute(
  app: App,
  { cityLists }: { cityLists: ReturnType<typeof createCityLists> },
): Promise<void> {
  app.get(
    '/locodes/:country(^[A-Za-z0-9]+).json',
    {
      schema: {
        summary: 'Main cities of a country by UN/LOCODE',
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

interface ServedList {
  etag: string;
  bodies: Readonly<Record<Encoding, Buffer>>;
}

const KEPT = 300;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compressed city lists. */
function createCityLists() {
  const cache = new LRUCache<string, ServedList>({
    max: KEPT,
    fetchMethod: (country_code) => serve(Buffer.from(JSON.stringify(cityList(country_code)))),
  });
  return {
    /** Empty when the country has no list. */
    find: (country_code: string): Promise<ServedList> =>
      cache.forceFetch(/^[A-Z]{2}$/i.test(country_code) ? country_code.toUpperCase() : ''),
  };
}

async function serve(identity: Buffer): Promise<ServedList> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const [brotli, gz] = await Promise.all([toBrotli(identity, quality), toGzip(identity)]);
  // Weak, because it is the same for every encoding.
  return { etag: `W/"${digest(identity.toString())}"`, bodies: { br: brotli, gzip: gz, identity } };
}
