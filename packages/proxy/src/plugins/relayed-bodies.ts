import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonParser } from './bodies.ts';

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
