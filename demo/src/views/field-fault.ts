import { problemName, type Problem } from 'precandidate-contract';

/** What HR can do about a field that was refused, by its name in the request. */
const SENTENCES: Record<string, string> = {
  email: 'Write an e-mail address like name@example.com.',
  phone: 'Write the phone with the country’s prefix, like +51 999 888 777. A screening needs one.',
  document_id: 'Check the document number.',
};

/** The first field of `values`, what HR typed, that a problem points to; `undefined`: there is none. */
export function fieldFault(
  { type, errors = [] }: Problem,
  values: Record<string, string>,
): { field: string; message: string } | undefined {
  const name = problemName(type);
  if (name !== 'validation-failed' && name !== 'invalid-request') return undefined;
  for (const { pointer } of errors) {
    const field = pointer.slice(1);
    const message = Object.hasOwn(SENTENCES, field) ? SENTENCES[field] : undefined;
    if (message !== undefined && Object.hasOwn(values, field)) return { field, message };
  }
  return undefined;
}
