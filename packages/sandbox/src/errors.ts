import type { FastifyError, FastifyInstance } from 'fastify';

/** One field that failed. `pointer` is a JSON Pointer, e.g. `/referees/0/phone`. */
export interface FieldError {
  pointer: string;
  keyword: string;
  /** Human-readable; never contains a value. */
  message: string;
}

/** Body of every JSON error response. `errors` comes with 422 only. */
export interface ErrorBody {
  message: string;
  errors?: readonly FieldError[];
}

/** Thrown anywhere in a request; the error handler turns it into the response. */
export class SandboxError extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.name = 'SandboxError';
    this.status = status;
    this.errors = errors;
  }
}

/** The interface's 422 for one field. */
export function validationFailed(pointer: string, keyword: string, message: string): SandboxError {
  return new SandboxError(422, 'Validation failed', [{ pointer, keyword, message }]);
}

/** One error of a validator, as Ajv and Fastify report it. */
export interface ValidatorError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Points at the field itself, also when the field is missing. */
export function toFieldError({
  instancePath,
  keyword,
  params,
  message,
}: ValidatorError): FieldError {
  const missing = params.missingProperty;
  const suffix = typeof missing === 'string' ? `/${escapeSegment(missing)}` : '';
  return {
    pointer: instancePath + suffix,
    keyword,
    message: keyword === 'required' ? 'is required' : (message ?? 'is not valid'),
  };
}

/** One segment of a JSON Pointer (RFC 6901). */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Status and body for an error; an unexpected error becomes 500 without details. */
export function errorResponse(error: unknown): { status: number; body: ErrorBody } {
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

/** Responds to errors and unknown paths in JSON. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorResponse(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));
}
