import type { BrowserPrecandidate, FormSchema } from 'precandidate-contract';
import type { ProxyClient } from '../client/proxy-client.ts';

/** A form as the element draws it. */
export interface FormToShow {
  schema: FormSchema;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The proxy's address; ends with `/`. */
  proxyUrl: string;
}

/** Asks for what a form is drawn from. Without the record it is only less well named. */
export async function loadForm(
  client: ProxyClient,
  record: Promise<BrowserPrecandidate | undefined>,
  signal: AbortSignal,
): Promise<FormToShow> {
  const schema = await client.schema(signal);
  const country = (await record)?.country_code.toUpperCase() ?? null;
  return { schema, country, proxyUrl: client.proxyUrl };
}
