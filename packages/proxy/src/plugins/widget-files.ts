import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';
import type { App } from './app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';

const PACKAGE = new URL('.', import.meta.resolve('precandidate-form/package.json'));
/** The widget's build for browsers; ends with `/`. */
const FOLDER = fileURLToPath(new URL('dist/browser/', PACKAGE));

export const WIDGET_VERSION = (
  JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as { version: string }
).version;

const VERSION_FOLDER = `widget/${WIDGET_VERSION}/`;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/**
 * `GET /widget.js`, which browsers revalidate on each load, and the files of its version, which never
 * change. During a rolling upgrade a browser may ask this process for a file of another version: it
 * gets the current file of that name.
 */
export const widgetFiles = fp(
  async (app: App) => {
    if (!existsSync(FOLDER))
      return app.log.warn('the widget is not built: /widget.js responds 404');
    await app.register(fastifyStatic, {
      root: FOLDER,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });

    app.get('/widget.js', { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', REVALIDATE).sendFile('widget.js'),
    );

    app.get<{ Params: { version: string; file: string } }>(
      '/widget/:version/:file',
      { schema: { hide: true } },
      (request, reply) => {
        const { version, file } = request.params;
        const current = currentFile(file);
        if (current === undefined) throw new ProblemError('path-not-found');
        const isExact = version === WIDGET_VERSION && current === file;
        return reply
          .header('cache-control', isExact ? IMMUTABLE : REVALIDATE)
          .sendFile(VERSION_FOLDER + current);
      },
    );
  },
  { name: 'widget-files' },
);

/** `element.<hash>.js` of any version → the current file with the same name and extension. */
function currentFile(file: string): string | undefined {
  const files = readdirSync(FOLDER + VERSION_FOLDER);
  if (files.includes(file)) return file;
  const [, name, extension] = /^([\w-]+)\.[\w-]+\.(js|css)$/.exec(file) ?? [];
  if (name === undefined) return undefined;
  return files.find((one) => one.startsWith(`${name}.`) && one.endsWith(`.${extension}`));
}

export interface FormSheet {
  /** Its path below the proxy's address. */
  path: string;
  /** Its text, which cannot close the `<style>` around it. */
  styles: string;
}

/** `undefined` while the widget is not built. */
export function readFormSheet(): FormSheet | undefined {
  if (!existsSync(FOLDER + VERSION_FOLDER)) return undefined;
  const file = currentFile('form.any.css');
  if (file === undefined) return undefined;
  const path = `/${VERSION_FOLDER}${file}`;
  return { path, styles: readFileSync(FOLDER + path, 'utf8').trimEnd() };
}
