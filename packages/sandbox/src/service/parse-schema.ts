import type { FormSchema } from '../pipelines/pipeline.ts';

const parsed = new Map<string, FormSchema>();

/** The schema of a JSON text; one object per text, so that its compiled check is found again. */
export function parseSchema(text: string): FormSchema {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const schema = JSON.parse(text) as FormSchema;
  parsed.set(text, schema);
  return schema;
}
