/** Stands in for RJSF's list of English sentences. They only name what `translate.ts` says instead. */
export const TranslatableString = new Proxy<Record<string, string>>(
  {},
  { get: (_sentences, name) => String(name) },
);
