/** One field that failed. `pointer` is a JSON Pointer, e.g. `/referees/0/phone`. */
export interface FieldError {
  pointer: string;
  keyword: string;
  /** For people; never holds a value. */
  message: string;
}

/** An error that is an answer: thrown anywhere, written once by the error handler. */
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
