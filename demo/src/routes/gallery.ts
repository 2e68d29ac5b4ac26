import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { scriptedProxy } from '../gallery/scripted-proxy.ts';
import { readThemes, sections } from '../gallery/sections.ts';
import type { PortalContext } from '../portal-context.ts';
import { galleryPage, type GalleryFilter } from '../gallery/gallery-page.ts';
import { candidatePolicy } from './security.ts';

/** Every state, language, theme, layout, and kind of field on one page, without service or account. */
export function galleryRoutes(app: FastifyInstance, { settings }: PortalContext): void {
  const themes = readThemes();
  const themeNames = [...themes.keys()];
  const all = sections(themeNames);
  const byName = new Map(
    all.flatMap(({ specimens }) => specimens).map((specimen) => [specimen.name, specimen]),
  );

  app.get<{ Querystring: GalleryFilter }>('/gallery', ({ query }, reply) => {
    const proxyUrl = settings.proxyUrl;
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', candidatePolicy(proxyUrl, nonce, false));
    reply.type('text/html');
    return galleryPage({ sections: all, themes: themeNames, filter: query, proxyUrl, nonce });
  });
  app.get('/gallery/themes.css', (_request, reply) => {
    const scoped = [...themes].map(([name, sheet]) => `.theme-${name} {\n${sheet}\n}\n`);
    return reply.type('text/css').send(scoped.join('\n'));
  });
  scriptedProxy(app, byName, () => settings.proxyUrl);
}
