import type { FormData, FormSchema } from 'precandidate-contract';
import { settle } from './answers.ts';
import { Questions } from './questions.ts';
import { isSchema } from './schema.ts';

/** What of a draft the form asks for. Other values would break it, or be sent unseen. */
export function fittingValues(values: unknown, schema: FormSchema): FormData | undefined {
  return isSchema(values) ? settle(new Questions(schema), values) : undefined;
}
