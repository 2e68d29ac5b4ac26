import type { FormSchema } from 'precandidate-contract';

const DATES = /"format":"(?:date|date-time|time)"|"(?:dob|date_of_birth)":/;

/** Whether a form may ask for a date or a time: then it is drawn with what reads them. */
export function asksForDates(schema: FormSchema): boolean {
  return DATES.test(JSON.stringify(schema));
}
