import type { FastifyError, FastifyInstance } from 'fastify';
import { SandboxError, type FieldError } from './sandbox-error.ts';
import { toFieldError } from './service/check-data.ts';

/** Body of every error answer in JSON. `errors` comes with 422 only. */
export interface ErrorBody {
  message: string;
  errors?: readonly FieldError[];
}

/** What an error answers; a failure of our own is 500 and tells nothing. */
export function errorAnswer(error: unknown): { status: number; body: ErrorBody } {
  if (error instanceof SandboxError) {
    const { status, message, errors } = error;
    return { status, body: errors.length > 0 ? { message, errors } : { message } };
  }
  const { validation, statusCode = 500, code } = error as FastifyError;
  if (validation !== undefined) {
    const errors = validation.map(toFieldError);
    return { status: 422, body: { message: 'Validation failed', errors } };
  }
  if (statusCode >= 500) return { status: 500, body: { message: 'Internal error' } };
  const isMalformed = code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError;
  const message = isMalformed ? 'Malformed JSON' : (error as FastifyError).message;
  return { status: statusCode, body: { message } };
}

/** Answers errors and unknown paths in JSON. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorAnswer(error);
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
}
