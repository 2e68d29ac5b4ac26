import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { decodeJson } from '../shared/json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came: parsed and serialized again, large numbers would change. */
    jsonText: string;
  }
}

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

/** Parses JSON bodies that are read with `parseAs: 'buffer'`. */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    // Some clients always send the content type.
    if (bytes.length === 0) return done(null);
    try {
      request.jsonText = decodeJson(bytes);
    } catch (error) {
      return done(error as Error);
    }
    // The parser returns its result through the callback.
    void parse(request, request.jsonText, done);
  };
}
