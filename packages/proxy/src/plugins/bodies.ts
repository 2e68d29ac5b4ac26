import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { depthExceeds } from '../shared/json.ts';
import { ProblemError } from '../shared/problem-error.ts';

/** No form nests this deep, and deeper data would overflow the stack of code that walks it. */
const MAX_DEPTH = 100;
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
 * decoded leniently, they would turn into other characters and change a candidate's data. Depth is
 * checked on parsed JSON only, so that a route that reads raw bytes does not pay for it.
 */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    // Some clients always send the content type.
    if (bytes.length === 0) return done(null);
    let text: string;
    try {
      text = UTF8.decode(bytes);
    } catch {
      return done(new ProblemError('malformed-body', { detail: 'It is not UTF-8' }));
    }
    // The parser returns its result through the callback.
    void parse(request, text, (error, body) => {
      if (!error && depthExceeds(body, MAX_DEPTH)) done(new ProblemError('body-too-large'));
      else done(error, body);
    });
  };
}
