import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { exceedsJsonLimits } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came: parsed and serialized again, large numbers would change. */
    jsonText: string;
  }
}

/** Without a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

type Done = (error: Error | null, body?: unknown) => void;

/** Accepts JSON bodies only. The bootstrap and webhook routes add parsers of their own. */
export const bodies = fp(
  async (app: App) => {
    app.decorateRequest('jsonText', '');
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
    try {
      request.jsonText = UTF8.decode(bytes);
    } catch {
      return done(new ProblemError('malformed-body', { detail: 'It is not UTF-8' }));
    }
    // The parser returns its result through the callback.
    void parse(request, request.jsonText, done);
  };
}
