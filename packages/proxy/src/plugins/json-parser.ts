import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem-error.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

type Done = (error: Error | null, body?: unknown) => void;

/**
 * For bodies that are read with `parseAs: 'buffer'`. Bytes that are no UTF-8 are refused: read as text
 * they would become other characters, and a candidate's data would be changed on its way.
 */
export function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    let text: string;
    try {
      text = UTF8.decode(body);
    } catch {
      return done(new ProblemError('malformed-body', { detail: 'It is not UTF-8' }));
    }
    // Answers by `done`.
    void parse(request, text, done);
  };
}
