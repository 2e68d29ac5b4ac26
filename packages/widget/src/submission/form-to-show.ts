import type { FormSchema, Bootstrap, RenderedFields } from 'precandidate-contract';

/** A form as the element draws it. */
export interface FormToShow {
  schema: FormSchema;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
  /** As the proxy draws it; `null` when it cannot, or was not asked to. */
  fields: RenderedFields | null;
}

/** What a bootstrap brings to draw; `undefined` when there is nothing left to fill in. */
export function formToShow(bootstrap: Bootstrap, proxyUrl: string): FormToShow | undefined {
  const { schema, record, fields } = bootstrap;
  if (schema === null) return undefined;
  return { schema, country: record?.country_code.toUpperCase() ?? null, proxyUrl, fields };
}
