import { ProblemError } from '../plugins/problem-error.ts';
import { shownPointer } from '../submissions/json-pointer.ts';

/** The refusal of a schema: `reason` completes "The form schema …" and names no value. */
export function schemaUnusable(reason: string, pointer = ''): ProblemError {
  const place = pointer === '' ? '' : ` at ${shownPointer(pointer)}`;
  return new ProblemError('schema-unusable', { detail: `The form schema ${reason}${place}.` });
}
