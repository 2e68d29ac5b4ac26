/**
 * The schema with `const: true` written as `enum: [true]` in booleans. The two mean the same, but RJSF
 * fills in a `const` by itself, and nobody agrees to anything by opening a form.
 */
export function untickedConsents(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(untickedConsents);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, untickedConsents(value)]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  if (copy.type !== 'boolean' || copy.const !== true) return copy;
  const { const: consent, ...rest } = copy;
  return { ...rest, enum: [consent] };
}
