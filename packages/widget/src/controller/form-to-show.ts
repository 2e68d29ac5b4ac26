import type { FormSchema, Opening } from 'precandidate-contract';

/** A form as the element draws it. */
export interface FormToShow {
  schema: FormSchema;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
}

/** What an opening brings to draw; `undefined` when there is nothing left to fill in. */
export function formToShow({ schema, record }: Opening, proxyUrl: string): FormToShow | undefined {
  if (schema === null) return undefined;
  return { schema, country: record?.country_code.toUpperCase() ?? null, proxyUrl };
}
