import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { exceedsJsonLimits } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

type Done = (error: Error | null, body?: unknown) => void;

/** Accepts JSON bodies only. The bootstrap and webhook routes add parsers of their own. */
export const bodies = fp(
  async (app: App) => {
    app.removeContentTypeParser(['text/plain', 'application/json']);
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(app));
  },
  { name: 'bodies' },
);

/**
 * Parses JSON bodies that are read with `parseAs: 'buffer'`. Bytes that are not UTF-8 are rejected:
 * decoded leniently, they would turn into other characters and change a candidate's data.
 */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    // Some clients always send the content type.
    if (bytes.length === 0) return done(null);
    if (exceedsJsonLimits(bytes)) return done(new ProblemError('body-too-large'));
    let text: string;
    try {
      text = UTF8.decode(bytes);
    } catch {
      return done(new ProblemError('malformed-body', { detail: 'It is not UTF-8' }));
    }
    // The parser returns its result through the callback.
    void parse(request, text, done);
  };
}

const texts = new WeakMap<FastifyRequest, string>();

/**
 * In this plugin's scope, JSON bodies are checked as anywhere, and kept as they came: parsed and
 * serialized again, large numbers would change.
 */
export function keepJsonTexts(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      texts.set(request, bytes.toString());
      parse(request, bytes, done);
    },
  );
}

/** The request's JSON body as it came. */
export function jsonTextOf(request: FastifyRequest): string {
  return texts.get(request) ?? '';
}
