import dates from 'chunk-url:../dates/dates.ts';
import type { FormSchema } from 'precandidate-contract';
import type { Dates } from '../island/island-handle.ts';
import { loadChunk } from './load-chunk.ts';

const DATES = /"format":"(?:date|date-time|time)"|"(?:dob|date_of_birth)":/;

/** What reads dates, if a form asks for any; `undefined` when it does not, or when it cannot be had. */
export async function loadDates(schema: FormSchema): Promise<Dates | undefined> {
  if (!DATES.test(JSON.stringify(schema))) return undefined;
  return loadChunk<Dates>(dates).catch(() => undefined);
}
