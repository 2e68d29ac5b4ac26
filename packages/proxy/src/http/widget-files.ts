import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { publicRoutes } from './cors.ts';
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
export async function widgetFiles(app: App): Promise<void> {
  await app.register(publicRoutes);
  if (!existsSync(FOLDER)) return app.log.warn('the widget is not built: /widget.js responds 404');

  app.get('/widget.js', { schema: { hide: true } }, (request, reply) =>
    sendFile('widget.js', request, reply.header('cache-control', REVALIDATE)),
  );

  app.get<{ Params: { version: string; file: string } }>(
    '/widget/:version/:file',
    { schema: { hide: true } },
    (request, reply) => {
      const { version, file } = request.params;
      const current = currentFile(file);
      if (current === undefined) throw new ProblemError('path-not-found');
      const isExact = version === WIDGET_VERSION && current === file;
      reply.header('cache-control', isExact ? IMMUTABLE : REVALIDATE);
      return sendFile(VERSION_FOLDER + current, request, reply);
    },
  );
}

/** What the build adds to the name of a compressed file. */
const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' };
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface LoadedFile {
  bytes: Buffer;
  etag: string;
}
const loadedFiles = new Map<string, LoadedFile>();

/** All responses share the bytes: otherwise, each client that does not read would hold a copy. */
function readOnce(path: string): LoadedFile {
  const known = loadedFiles.get(path);
  if (known) return known;
  const bytes = readFileSync(path);
  const file = { bytes, etag: `"${hash('sha256', bytes, 'base64url')}"` };
  loadedFiles.set(path, file);
  return file;
}

/** @param path - below {@link FOLDER} */
function sendFile(path: string, request: FastifyRequest, reply: FastifyReply) {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  // A build may lack compressed files.
  const encoding = existsSync(FOLDER + path + SUFFIXES[accepted]) ? accepted : 'identity';
  const { bytes, etag } = readOnce(FOLDER + path + SUFFIXES[encoding]);
  reply.headers({ vary: 'Origin, accept-encoding', etag });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(TYPES[extname(path)] ?? '').send(bytes);
}

/** The best encoding that `Accept-Encoding` allows. */
function acceptedEncoding(accepted = ''): keyof typeof SUFFIXES {
  const names = accepted
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}

/** `element.<hash>.js` of any version → the current file with the same name and extension. */
function currentFile(file: string): string | undefined {
  const files = readdirSync(FOLDER + VERSION_FOLDER).filter((one) =>
    Object.hasOwn(TYPES, extname(one)),
  );
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
