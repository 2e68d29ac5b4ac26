import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { WIDGET_FOLDER } from './find-widget-files.ts';
import type { App } from './app-type.ts';

const LOADER = 'no-cache';
const VERSIONED = 'public, max-age=31536000, immutable';

/**
 * `/widget.js`, revalidated each time so that an upgrade reaches every page at once, and the files
 * that it names, which never change.
 */
export async function widgetFileRoutes(app: App): Promise<void> {
  if (!existsSync(WIDGET_FOLDER))
    return app.log.warn('the widget is not built: /widget.js answers 404');
  await app.register(fastifyStatic, {
    root: `${WIDGET_FOLDER}widget/`,
    prefix: '/widget/',
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', /widget\.js(\.br|\.gz)?$/.test(path) ? LOADER : VERSIONED);
      // Module scripts of another origin are always fetched with CORS.
      reply.header('access-control-allow-origin', '*');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      reply.header('timing-allow-origin', '*');
    },
  });
  app.get('/widget.js', { schema: { hide: true } }, (_, reply) =>
    reply.sendFile('widget.js', WIDGET_FOLDER),
  );
}
