import dates from 'chunk-url:../dates/dates.ts';
import type { FormSchema } from 'precandidate-contract';
import { asksForDates } from '../dates/asks-for-dates.ts';
import type { Dates } from '../form/form-handle.ts';
import { loadChunk } from './load-chunk.ts';

/** What reads dates, if a form asks for any; `undefined` when it does not, or when it cannot be had. */
export async function loadDates(schema: FormSchema): Promise<Dates | undefined> {
  if (!asksForDates(schema)) return undefined;
  return loadChunk<Dates>(dates).catch(() => undefined);
}
