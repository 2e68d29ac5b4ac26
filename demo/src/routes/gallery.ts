import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { scriptedProxy } from '../gallery/scripted-proxy.ts';
import { sections } from '../gallery/sections.ts';
import { readThemes, scoped } from '../gallery/themes.ts';
import type { PortalContext } from '../portal-context.ts';
import { galleryPage, type GalleryFilter } from '../views/gallery-page.ts';
import { candidatePolicy } from './policies.ts';

/** Every state, language, theme and kind of field on one page; no service and no account needed. */
export function gallery(app: FastifyInstance, { settings }: PortalContext): void {
  const themes = readThemes();
  const all = sections([...themes.keys()]);
  const byName = new Map(
    all.flatMap(({ specimens }) => specimens).map((specimen) => [specimen.name, specimen]),
  );

  app.get<{ Querystring: GalleryFilter }>('/gallery', ({ query }, reply) => {
    const proxyUrl = settings.proxyPublicUrl;
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', candidatePolicy(proxyUrl, nonce, false));
    reply.type('text/html');
    return galleryPage({
      sections: all,
      themes: [...themes.keys()],
      filter: query,
      proxyUrl,
      nonce,
    });
  });
  app.get('/gallery/themes.css', (_request, reply) =>
    reply.type('text/css').send([...themes].map(([name, sheet]) => scoped(name, sheet)).join('\n')),
  );
  scriptedProxy(app, byName, () => settings.proxyPublicUrl);
}
